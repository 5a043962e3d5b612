"""The four networks: one finds dice, one names a cut-out, one counts its pips again, one tells how it slants."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.pips.recount import PARTS

FEATURES = 72 * 16  # of the namer, the strongest answer of every four places


def folded(before: int, after: int, size: int = 3, stride: int = 1, spacing: int = 1) -> nn.Sequential:
    """Convolution, normalisation, cut at zero."""
    layer = nn.Conv2d(before, after, size, stride, spacing * (size // 2), spacing, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class Finder(nn.Module):
    """(n, 3, h, w) -> (n, 4, h/4, w/4): how likely a top face's centre is here, log edge, and where in the cell."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(folded(3, 12, 3, 2), folded(12, 20, 3, 2))
        self.coarse = nn.Sequential(folded(20, 32, 3, 2), folded(32, 40), folded(40, 40, spacing=2), folded(40, 40))
        self.up = nn.ConvTranspose2d(40, 20, 2, 2)
        self.join = folded(20, 20)
        self.head = nn.Conv2d(20, 4, 1)
        nn.init.constant_(self.head.bias, 0)
        self.head.bias.data[0] = -4.0

    def forward(self, picture: Tensor) -> Tensor:
        fine = self.fine(picture)
        return self.head(self.join(torch.relu(fine + self.up(self.coarse(fine)))))


class CropReader(nn.Module):
    """What reads a cut-out: layers, the strongest answer of every four places, and numbers made of those."""

    layers: nn.Sequential
    last: nn.Linear

    def forward(self, crop: Tensor) -> Tensor:
        seen = nn.functional.max_pool2d(self.layers(crop), 2)
        return self.last(nn.functional.dropout(seen.flatten(1), 0.15, self.training))


class Namer(CropReader):
    """(n, 3, 64, 64) -> (n, 14), in the order of vision.pips.naming.

    Nothing, 1 to 6, a die that cannot be read; how far off its place and log edge are; and a second opinion made of the
    same features: no die with pips, one to be read, one that cannot be read.
    """

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            folded(3, 12, 3, 2),
            folded(12, 32, 3, 2),
            folded(32, 32),
            folded(32, 32),
            folded(32, 56, 3, 2),
            folded(56, 56),
            folded(56, 72),
        )
        self.last = nn.Linear(FEATURES, 11)
        self.opinion = nn.Sequential(nn.Linear(FEATURES, 16), nn.ReLU(), nn.Linear(16, 3))

    def features(self, crop: Tensor) -> Tensor:
        """What both the names and the opinion are made of."""
        return nn.functional.max_pool2d(self.layers(crop), 2).flatten(1)

    def forward(self, crop: Tensor) -> Tensor:
        seen = self.features(crop)
        named = self.last(nn.functional.dropout(seen, 0.15, self.training))
        return torch.cat([named, self.opinion(seen)], 1)


class More(nn.Module):
    """Two more layers that add to what was seen; at first they add nothing."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = folded(width, width)
        self.second = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(width)
        nn.init.zeros_(self.norm.weight)

    def forward(self, seen: Tensor) -> Tensor:
        return torch.relu(seen + self.norm(self.second(self.first(seen))))


class Recounter(CropReader):
    """(n, 3, 64, 64) -> (n, 8): nothing, 1 to 6, a die that cannot be read; the namer with a few more layers."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            folded(3, 12, 3, 2),
            folded(12, 32, 3, 2),
            folded(32, 32),
            folded(32, 32),
            More(32),
            More(32),
            folded(32, 56, 3, 2),
            folded(56, 56),
            More(56),
            folded(56, 72),
            More(72),
        )
        self.last = nn.Linear(72 * 16, 8)

    def begin_as(self, namer: Namer) -> None:
        """Begin with what the namer knows; light and hue are mixed back to its channels first."""
        mine = [layer for layer in self.layers if not isinstance(layer, More)]
        with torch.no_grad():
            for layer, known in zip(mine, namer.layers, strict=True):
                layer.load_state_dict(known.state_dict())
            mixed_back = torch.linalg.inv(torch.from_numpy(PARTS))
            self.layers[0][0].weight.copy_(torch.einsum("ochw,cp->ophw", namer.layers[0][0].weight, mixed_back))
            self.last.weight.copy_(namer.last.weight[:8])
            self.last.bias.copy_(namer.last.bias[:8])


class Slanter(nn.Module):
    """(n, 1, 32, 32) -> (n, 3): how far a face's normal leans right and down, and the logarithm of the doubt."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(folded(1, 12, 3, 2), folded(12, 24, 3, 2), folded(24, 32, 3, 2))
        self.mid = nn.Linear(32 * 16, 64)
        self.last = nn.Linear(64, 3)

    def forward(self, crop: Tensor) -> Tensor:
        return self.last(torch.relu(self.mid(self.layers(crop).flatten(1))))
