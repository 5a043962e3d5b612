"""Phones that are let in, and the invitations for them: kept as digests, used once, locked after wrong tries."""

import json
import stat

import pytest

from device.records.invitations import TRIES, VALID_SECONDS, Invitations, Verdict
from device.records.phones import MOST_PHONES, Phones, Role


class Clock:
    seconds = 1000.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def clock():
    return Clock()


def admitted(phones, kind="android"):
    token = phones.admit(kind)
    return token, phones.of_token(token)


# --- phones ---


def test_the_first_phone_is_the_owners_and_the_next_ones_only_look(tmp_path):
    phones = Phones(tmp_path)
    roles = [admitted(phones)[1].role for _ in range(3)]
    assert roles == [Role.OWNER, Role.LOOKER, Role.LOOKER]


def test_a_phone_is_known_again_after_a_restart_and_only_by_its_whole_token(tmp_path):
    token, phone = admitted(Phones(tmp_path))
    again = Phones(tmp_path)
    assert again.of_token(token) == phone
    assert again.of_token(token[:-1]) is None and again.of_token("") is None and again.of_token(phone.digest) is None


def test_no_token_is_on_the_disk_and_only_the_service_may_read_the_list(tmp_path):
    token, _ = admitted(Phones(tmp_path))
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert files and not [file for file in files if token.encode() in file.read_bytes()]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE((tmp_path / "phones").stat().st_mode) == 0o700


def test_roles_are_given_and_taken_and_the_owner_may_play(tmp_path):
    phones = Phones(tmp_path)
    (_, owner), (token, other) = admitted(phones), admitted(phones, "iphone")
    phones.give(owner.id, "Ada")
    phones.give(other.id, "Ben")
    assert [phone.role for phone in phones.all] == [Role.OWNER, Role.PLAYER]
    assert phones.belongs_to("Ada") and phones.belongs_to("Ben") and not phones.belongs_to("Cleo")
    assert not phones.belongs_to(None)
    phones.make_owner(owner.id, False)
    phones.give(other.id, None)
    assert [phone.role for phone in Phones(tmp_path).all] == [Role.PLAYER, Role.LOOKER]
    assert phones.of_token(token).player is None


def test_20_6_a_player_has_one_phone_and_the_one_before_only_looks(tmp_path):
    phones = Phones(tmp_path)
    (_, owner), (_, bens), (_, other) = (admitted(phones) for _ in range(3))
    phones.give(owner.id, "Ada")
    phones.give(bens.id, "Ben")
    phones.give(other.id, "Ben")
    phones.give(other.id, "Ben")  # once more changes nothing
    assert [(phone.player, phone.role) for phone in Phones(tmp_path).all] == [
        ("Ada", Role.OWNER),
        (None, Role.LOOKER),
        ("Ben", Role.PLAYER),
    ]
    phones.give(owner.id, None)
    assert [phone.player for phone in phones.all] == [None, None, "Ben"]


def test_whoever_is_forgotten_is_out_and_the_number_is_free_again(tmp_path):
    phones = Phones(tmp_path)
    (_, first), (token, second) = admitted(phones), admitted(phones)
    assert [first.number, second.number] == [1, 2]
    phones.forget(first.id)
    assert [phone.id for phone in Phones(tmp_path).all] == [second.id]
    assert admitted(phones)[1].number == 1
    phones.forget(second.id)
    assert phones.of_token(token) is None


def test_after_the_owner_was_forgotten_the_next_phone_is_the_owners(tmp_path):
    phones = Phones(tmp_path)
    phones.forget(admitted(phones)[1].id)
    assert admitted(phones)[1].is_owner


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b'[{"id": 1}]', b'[{"id": "a", "kind": "toaster"}]', b"\xff", b"[" * 9999]
)
def test_a_damaged_list_lets_nobody_in_and_is_kept(tmp_path, content):
    phones = Phones(tmp_path)
    token, _ = admitted(phones)
    file = tmp_path / "phones" / "phones.json"
    file.write_bytes(content)
    again = Phones(tmp_path)
    assert again.all == () and again.of_token(token) is None and again.is_damaged
    assert [one.read_bytes() for one in file.parent.glob("*.damaged-*")] == [content]


def test_21_4_a_list_that_the_disk_refuses_for_a_moment_is_neither_lost_nor_written_over(tmp_path, monkeypatch):
    token, owner = admitted(Phones(tmp_path))
    file = tmp_path / "phones" / "phones.json"
    before = file.read_bytes()

    def refuse(path):
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as bad_disk:
        bad_disk.setattr("pathlib.Path.read_bytes", refuse)
        phones = Phones(tmp_path)
        assert phones.all == () and phones.of_token(token) is None and not phones.is_damaged
        with pytest.raises(OSError):
            phones.admit("iphone")
        with pytest.raises(OSError):
            phones.forget(owner.id)
    assert file.read_bytes() == before
    assert phones.of_token(token) == owner, "as soon as the disk is well again"
    assert not admitted(phones)[1].is_owner, "nobody becomes the owner because a disk was busy"


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"[" * 9999, b'{"from": 0, "until": 1e9, "salt": "zz", "code": "\xc3\xa4", "pin": 7}', b"null"],
)
def test_21_3_a_damaged_invitation_lets_nobody_in(tmp_path, clock, content):
    invitations = Invitations(tmp_path, clock)
    invitation = invitations.invite()
    (tmp_path / "phones" / "invitation.json").write_bytes(content)
    assert not invitations.is_open
    assert invitations.try_code(invitation.code) is Verdict.WRONG
    assert invitations.try_pin(invitation.pin) is Verdict.WRONG


def test_21_4_an_invitation_that_the_disk_does_not_let_go_of_counts_no_more(tmp_path, clock, monkeypatch):
    invitations = Invitations(tmp_path, clock)
    invitation = invitations.invite()

    def refuse(path, missing_ok=False):
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as bad_disk:
        bad_disk.setattr("pathlib.Path.unlink", refuse)
        invitations.withdraw()
        assert not invitations.is_open and invitations.try_code(invitation.code) is Verdict.WRONG
    assert invitations.try_pin(invitation.pin) is Verdict.WRONG
    again = invitations.invite()
    assert invitations.try_pin(again.pin) is Verdict.WELCOME


def test_there_is_an_end_to_how_many_are_remembered(tmp_path):
    phones = Phones(tmp_path)
    for _ in range(MOST_PHONES):
        assert not phones.is_full
        phones.admit("other")
    assert phones.is_full


# --- invitations ---


def test_a_code_and_a_pin_let_one_phone_in_together_once(tmp_path, clock):
    invitations = Invitations(tmp_path, clock)
    one = invitations.invite()
    assert (len(one.code), len(one.pin), one.pin.isdecimal()) == (14, 6, True)
    assert invitations.try_code(one.code.lower()) is Verdict.WELCOME
    assert invitations.try_code(one.code) is Verdict.WRONG
    assert invitations.try_pin(one.pin) is Verdict.WRONG, "it was for one phone"
    two = invitations.invite()
    assert invitations.try_pin(two.pin) is Verdict.WELCOME
    assert invitations.try_pin(two.pin) is Verdict.WRONG


@pytest.mark.parametrize("late", [VALID_SECONDS + 1, -1])
def test_an_old_code_lets_nobody_in_also_after_the_machine_was_switched_on_anew(tmp_path, clock, late):
    invitations = Invitations(tmp_path, clock)
    one = invitations.invite()
    assert invitations.is_open
    clock.seconds += late
    assert not invitations.is_open
    assert invitations.try_code(one.code) is Verdict.WRONG and invitations.try_pin(one.pin) is Verdict.WRONG


def test_a_new_code_and_a_withdrawn_one_end_the_one_before(tmp_path, clock):
    invitations = Invitations(tmp_path, clock)
    one, two = invitations.invite(), invitations.invite()
    assert invitations.try_code(one.code) is Verdict.WRONG
    invitations.withdraw()
    assert not invitations.is_open and invitations.try_code(two.code) is Verdict.WRONG
    invitations.withdraw()


def test_the_command_can_invite_for_the_service_and_neither_code_nor_pin_is_on_the_disk(tmp_path, clock):
    service = Invitations(tmp_path, clock)
    one = Invitations(tmp_path, clock).invite()
    kept = (tmp_path / "phones" / "invitation.json").read_text()
    assert one.code not in kept and one.pin not in json.loads(kept).values()
    assert stat.S_IMODE((tmp_path / "phones" / "invitation.json").stat().st_mode) == 0o600
    assert service.try_code(one.code) is Verdict.WELCOME


def wrong_pin(pin):
    return f"{(int(pin) + 1) % 1_000_000:06}"


def test_five_wrong_pins_lock_for_a_minute_then_for_longer_but_never_the_code(tmp_path, clock):
    invitations = Invitations(tmp_path, clock)
    waits = []
    for _ in range(9):
        one = invitations.invite()
        for _ in range(TRIES):
            assert invitations.try_pin(wrong_pin(one.pin)) is Verdict.WRONG
        waits.append(invitations.locked_seconds)
        assert invitations.try_pin(one.pin) is Verdict.LOCKED, "also the right one, which must tell nothing"
        clock.seconds += waits[-1]
    assert waits == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]
    clock.seconds -= 1
    one = invitations.invite()
    assert invitations.try_pin(one.pin) is Verdict.LOCKED
    assert invitations.try_code(one.code) is Verdict.WELCOME


def test_the_right_pin_ends_the_count(tmp_path, clock):
    invitations = Invitations(tmp_path, clock)
    for _ in range(3):
        one = invitations.invite()
        for _ in range(TRIES - 1):
            invitations.try_pin(wrong_pin(one.pin))
        assert invitations.try_pin(one.pin) is Verdict.WELCOME
    assert invitations.locked_seconds == 0


def test_whoever_guesses_while_nobody_is_invited_is_counted_too(tmp_path, clock):
    invitations = Invitations(tmp_path, clock)
    for _ in range(TRIES):
        assert invitations.try_pin("123456") is Verdict.WRONG
    assert invitations.locked_seconds == 60
