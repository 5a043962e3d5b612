"""The networks: one finds balls on a small picture, one judges a cut-out, one a ball and what lies beside it."""

from __future__ import annotations

from torch import Tensor, nn


def folded(before: int, after: int, stride: int = 1, spacing: int = 1, side: int = 3) -> nn.Sequential:
    """Convolution, normalisation, cut at zero."""
    layer = nn.Conv2d(before, after, side, stride, spacing * (side // 2), spacing, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class Finder(nn.Module):
    """(n, 3, h, w) -> (n, 16, h/4, w/4), to be spread out to (n, 4, h/2, w/2).

    The four are: how likely a ball's centre is here, log size, and where in the cell. Spreading is left to the reader,
    since OpenCV 5 takes ten times as long for a transposed convolution as for all the rest.
    """

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            folded(3, 12, 2), folded(12, 28, 2), folded(28, 28), folded(28, 28, spacing=2), folded(28, 28)
        )
        self.head = nn.Conv2d(28, 16, 1)
        nn.init.constant_(self.head.bias, 0)
        self.head.bias.data[:4] = -4.0

    def forward(self, picture: Tensor) -> Tensor:
        return self.head(self.layers(picture))


def first_layers() -> tuple[nn.Module, ...]:
    """What looks at a cut-out first, whatever shall be said of it."""
    return folded(3, 20, 2, side=5), folded(20, 32), nn.MaxPool2d(2), folded(32, 36), folded(36, 36), nn.MaxPool2d(2)


class Judge(nn.Module):
    """(n, 3, 36, 36) -> (n, 11), in the order of vision.balls.judging."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(*first_layers(), folded(36, 56), nn.MaxPool2d(2))
        self.last = nn.Linear(56 * 4, 11)

    def forward(self, crop: Tensor) -> Tensor:
        return self.last(nn.functional.dropout(self.layers(crop).flatten(1), 0.1, self.training))


class Pair(nn.Module):
    """(n, 3, 36, 56) -> (n, 13), in the order of vision.balls.pairing; begins with the judge's layers."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(*first_layers())
        self.last = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(36 * 4 * 7, 160), nn.ReLU(), nn.Dropout(0.1), nn.Linear(160, 13)
        )

    def forward(self, crop: Tensor) -> Tensor:
        return self.last(self.near(crop))
