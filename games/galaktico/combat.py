"""Combat: both forces with all their parts, who is captured, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass

from games.galaktico.hidden import Fitting
from games.galaktico.pieces import METEOR_BONUS, SHIP_CARDS, Fleet, Shield, Ship, Weapon

LEAST_POINTS = 1  # for a ship whose type has captured nothing yet


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a combat: whose ship, of which type."""

    seat: int
    ship: Ship


@dataclass(frozen=True, slots=True)
class Force:
    """A ship's force against an enemy's shield, part by part."""

    base: int
    weapons: tuple[tuple[int, ...], ...]  # for each weapon what the enemy's shield lets through
    bonus: int = 0

    @property
    def total(self) -> int:
        return self.base + self.bonus + sum(map(sum, self.weapons))


@dataclass(frozen=True, slots=True)
class Combat:
    """A combat that was fought, with the cards both sides have shown."""

    attacker: Side
    defender: Side
    attacker_cards: Fitting
    defender_cards: Fitting
    attack: Force
    defence: Force
    gains: tuple[tuple[int, int], ...] = ()  # who has earned points, and how many

    @property
    def sides(self) -> tuple[tuple[Side, Fitting, Force], ...]:
        """The attacker, then the defender, with the cards and the force of each."""
        return (
            (self.attacker, self.attacker_cards, self.attack),
            (self.defender, self.defender_cards, self.defence),
        )

    @property
    def captured(self) -> tuple[Side, ...]:
        """The weaker side, or both if they are equal; the attacker first."""
        sides = []
        if self.attack.total <= self.defence.total:
            sides.append(self.attacker)
        if self.defence.total <= self.attack.total:
            sides.append(self.defender)
        return tuple(sides)

    @property
    def is_tie(self) -> bool:
        return self.attack.total == self.defence.total

    def gain_of(self, side: Side) -> int:
        """The points that a side has earned."""
        return dict(self.gains).get(side.seat, 0)

    def opponent_of(self, side: Side) -> Side:
        return self.defender if side == self.attacker else self.attacker


def passing(weapon: Weapon, shield: Shield) -> tuple[int, ...]:
    """The weapon's forces in the two effects that the shield lets through."""
    return tuple(weapon.force(effect) for effect in shield.lets_through)


def force(ship: Ship, cards: Fitting, shield: Shield, has_bonus: bool = False) -> Force:
    """A ship's force against a shield. Only a scout can have the bonus of the meteor field."""
    bonus = METEOR_BONUS if has_bonus and can_have_bonus(ship) else 0
    return Force(SHIP_CARDS[ship].force, tuple(passing(weapon, shield) for weapon in cards.weapons), bonus)


def can_have_bonus(attacker: Ship) -> bool:
    """Whether it matters that the attack comes directly out of a meteor field."""
    return attacker is Ship.SCOUT


def fight(attacker: Side, defender: Side, attacker_cards: Fitting, defender_cards: Fitting, has_bonus: bool) -> Combat:
    """What the cards of both sides lead to."""
    attack = force(attacker.ship, attacker_cards, defender_cards.shield, has_bonus)
    defence = force(defender.ship, defender_cards, attacker_cards.shield)
    return Combat(attacker, defender, attacker_cards, defender_cards, attack, defence)


def points_for(beaten: Fleet, ship: Ship) -> int:
    """What it is worth to beat a type: a point for each figure it has captured so far, at least one."""
    return max(LEAST_POINTS, beaten.trophies.of(ship))
