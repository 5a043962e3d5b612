"""Answering by tapping: every general prompt as a form and back, who may answer it, and what comes too late.

Also what no phone may ever get: the game is the made-up one with a secret in every place a prompt has.
"""

import asyncio
import json
import re
import threading
from contextlib import contextmanager
from dataclasses import dataclass, replace
from urllib.parse import unquote

from device.desks.general import NoticeDesk
from device.page.admission import COOKIE, Guest
from device.page.answers import PageApp
from device.page.pace import Pace
from device.page.pages import Telling
from device.page.prompt_html import Drawn
from device.parts.door import Door
from device.parts.protocols import Button
from device.records.invitations import Invitations
from device.records.phones import Phones
from device.screens.content import Cover
from device.talks.service import Service
from device.talks.taps import Asked, Opened
from games.galaktico.cards import ShowFitting
from games.spine.dialogue import (
    Balls,
    Bilingual,
    Choose,
    Chosen,
    Dice,
    HandOver,
    Laid,
    LaidCard,
    Noted,
    Notice,
    Number,
    Option,
    Outcome,
    PickNumber,
    ReadBalls,
    ReadDice,
    ReadLaid,
    Result,
    SheetRow,
    ShowCode,
    ShowSheet,
    ShowSum,
    Watch,
)
from tests.device.page.guests import near, phone
from tests.device.talks.whispers import ALL_SECRETS, PLAYERS, Whispers, group_text, plain
from tests.device.texts import catalogue
from tests.games.galaktico.playing import at_the_table, give

JSON = {"Accept": "application/json"}


class PhoneTable:
    """A device with phones around it; every tap is followed by a step of the loop."""

    def __init__(self, table, folder):
        self.table = table
        self.door = Door(Phones(folder), Invitations(folder))
        table.service._has_phone = self.door.phones.belongs_to
        self.page = PageApp(
            table.copy,
            None,
            lambda: b"jpeg",
            lambda: "de",
            lambda: table.service.discretion.hides_table,
            is_ours=lambda host: True,
            hides_from_afar=lambda: table.service.discretion.hides_table,
            door=self.door,
            taps=table.service.taps,
            words=catalogue,
        )
        self.owner = phone(self.page, self.door, is_owner=True)

    def of(self, player, **more):
        return phone(self.page, self.door, player, **more)

    def tap(self, client, number=None, **fields):
        """Tap and let the loop step until there is a reply: 200 or the status, and why it was refused."""
        fields = {"number": number or self.number(client), **fields}
        done = threading.Event()

        def ask():
            self.reply = client.post("/antwort", data=fields, headers=JSON)
            done.set()

        asking = threading.Thread(target=ask)
        asking.start()
        while not done.wait(0.01):
            self.table.service.step()
        asking.join()
        self.table.service.step()
        told = self.reply.headers["content-type"].startswith("application/json")
        return self.reply.status_code, self.reply.json()["refused"] if told else self.reply.text

    def html(self, client):
        return re.search(r'<section id="asked"[^>]*>(.*?)</section>', client.get("/tisch").text, re.S).group(1)

    def number(self, client):
        found = re.search(r'name="number" value="([^"]+)"', self.html(client))
        return found.group(1) if found else self.table.service.taps.asked.number

    @property
    def lines(self):
        return self.table.journal.lines(self.table.journal.unfinished()[0].id)


@contextmanager
def phones_at(folder, **more):
    with group_text(folder, **more) as table:
        yield PhoneTable(table, folder)


@dataclass(frozen=True)
class Everything(Whispers):
    """One prompt of each kind, for everybody."""

    name: str = "everything"

    def play(self, setup):
        dice = ReadDice(words=plain("Würfelt"), count=2, faces=("1", "2"), kind="pips")
        yield dice
        yield ReadBalls(words=plain("Schüttelt"), count=2, bag=("red", "red", "black"))
        yield PickNumber(words=plain("Wie viele?"), low=0, high=3)
        yield PickNumber(words=plain("Wie viele genau?"), low=-5, high=500, start=7)
        options = (
            Option("a:<b>", Bilingual("A & <b>", "A"), value=plain("+3")),
            Option("no", plain("Nein"), plain("Nie")),
        )
        yield Choose(words=plain("Wohin?"), news=plain("Neues"), options=options, watch=Watch(dice, Dice(("1", "2"))))
        yield Choose(words=plain("Wohin?"), options=options, watch=Watch(dice, Dice(("1", "2"))))
        known = (LaidCard(1, 1, 4, "red"),)
        yield ReadLaid(words=plain("Leg"), size=4, known=known, options=(Option("away", plain("Weg")),))
        yield ReadLaid(words=plain("Leg"), size=4, known=known, options=(Option("away", plain("Weg")),))
        yield Notice(words=plain("Lies"))
        yield ShowSum(words=plain("Summe"), rows=(Option("x", plain("Zeile"), value=plain("12")),))
        sheet = (SheetRow("Ada", (1, 0), is_active=True),)
        yield ShowSheet(words=plain("Bogen"), columns=(plain("P"), plain("Q")), rows=sheet, shows_zero=False)
        yield ShowCode(words=plain("Siegel"), code="A1B2")
        results = tuple(Result(name, seat, len(setup.players) - seat) for seat, name in enumerate(setup.players))
        return Outcome(results=results, words=plain("Vorbei"))


def desk_for_cards(prompt, undone):
    """Laid cards have no general desk; what it looks like on the device is no matter here."""
    return NoticeDesk(Notice(words=prompt.words)) if isinstance(prompt, ReadLaid) else None


TAPPED = [
    ({"piece-0": "1", "piece-1": "2", "enter": "1"}, Dice(("1", "2")), ("Würfelt", "Nr. 2")),
    ({"piece-0": "red", "piece-1": "black"}, Balls(("red", "black")), ("Rot", "Schwarz")),
    ({"value": "3"}, Number(3), ('value="0"', 'value="3"')),
    ({"value": "-5", "enter": "1"}, Number(-5), ('min="-5"', 'max="500"', 'value="7"')),
    ({"choice": "a:<b>"}, Chosen("a:<b>"), ("A &amp; &lt;b&gt;", "Neues", "+3", "Nie", "Noch einmal gewürfelt?")),
    ({"piece-0": "2", "piece-1": "2"}, Dice(("2", "2")), ('value="1" required checked',)),
    (
        {"place": "0,2", "colour": "dark_blue", "digit": "6"},
        Laid((LaidCard(0, 2, 6, "dark_blue"), LaidCard(1, 1, 4, "red"))),
        ("Zeile 1, Spalte 3", "Dunkelblau", '<span class="cell taken">4 <span class="unseen">Rot'),
    ),
    ({"choice": "away"}, Chosen("away"), ("Weg",)),
    ({"ok": "1"}, Noted(), ("Lies", "Weiter")),
    ({"ok": "1"}, Noted(), ("Zeile", "12")),
    ({"ok": "1"}, Noted(), ("▶ Ada", "<td>1</td><td></td>")),
    ({"ok": "1"}, Noted(), ("Siegel", "A1B2")),
]


def test_every_kind_of_prompt_is_answered_by_tapping_to_the_end_and_into_the_book(tmp_path):
    with phones_at(tmp_path, games=(Everything(),)) as phones:
        loaded = phones.table.game_list["everything"]
        box = replace(loaded.box, desk=desk_for_cards)
        phones.table.game_list["everything"] = replace(loaded, box=box)
        phones.table.begin("everything")
        ada, looker = phones.of("Ada"), phones.of(None)
        for fields, answer, shown in TAPPED:
            html = phones.html(ada)
            assert all(part in html for part in shown), (shown, html)
            looked = phones.html(looker)
            assert "<form" not in looked and 'name="number"' not in looked and "<fieldset disabled>" in looked
            assert phones.tap(ada, **fields) == (200, None)
            assert phones.lines[-1] == answer.to_line()
        sources = phones.table.journal._pages.select("SELECT DISTINCT source FROM entries")
        assert [tuple(row) for row in sources] == [("web",)]
        assert "Vorbei" in phones.html(ada) and "1.</td><th scope=row>Cleo" in phones.html(ada)
        assert phones.tap(ada, ok="1") == (200, None)
        assert [result.player for result in phones.table.journal.results()] == list(PLAYERS)


def test_what_the_rules_refuse_is_told_on_the_phone_and_changes_nothing(tmp_path):
    with phones_at(tmp_path, games=(Everything(),)) as phones:
        phones.table.begin("everything")
        ada = phones.of("Ada")
        screen = phones.table.screen
        number = phones.number(ada)
        for fields in ({"piece-0": "1"}, {"piece-0": "1", "piece-1": "7"}, {"choice": "x"}, {"ok": "1"}):
            status, reason = phones.tap(ada, **fields)
            assert status == 409 and reason
        for fields in ({}, {"value": "x"}, {"value": "9" * 30}, {"place": "1"}):
            assert phones.tap(ada, **fields)[0] == 400
        assert (phones.lines, phones.number(ada), phones.table.screen) == ([], number, screen)


def test_an_answer_to_an_old_prompt_is_refused_kindly_and_names_who_was_first(tmp_path):
    with phones_at(tmp_path, games=(Everything(),)) as phones:
        phones.table.begin("everything")
        ada, ben = phones.of("Ada"), phones.of("Ben")
        old = phones.number(ada)
        assert phones.tap(ben, **TAPPED[0][0])[0] == 200
        assert phones.tap(ada, number=old, **TAPPED[0][0]) == (409, "Inzwischen hat Ben geantwortet.")
        phones.table.press(Button.BACK)
        assert phones.tap(ada, number=old, **TAPPED[0][0]) == (409, "Inzwischen ist es am Tisch weitergegangen.")
        assert phones.tap(ada, number="beef-1", **TAPPED[0][0])[0] == 409
        assert phones.lines[-1].startswith("undo")


def test_of_two_taps_in_the_same_moment_one_counts(tmp_path):
    with phones_at(tmp_path, games=(Everything(),)) as phones:
        phones.table.begin("everything")
        ada, ben = phones.of("Ada"), phones.of("Ben")
        number, told = phones.number(ada), []
        fields = {"number": number, **TAPPED[0][0]}
        asking = [
            threading.Thread(target=lambda one=one: told.append(one.post("/antwort", data=fields, headers=JSON)))
            for one in (ada, ben)
        ]
        for one in asking:
            one.start()
        while len(phones.table.service.taps._waiting) < 2:
            assert all(one.is_alive() for one in asking)
        while any(one.is_alive() for one in asking):
            phones.table.service.step()
        assert sorted(reply.status_code for reply in told) == [200, 409]
        assert len(phones.lines) == 1


def test_a_step_back_can_be_tapped_where_there_is_one(tmp_path):
    with phones_at(tmp_path, games=(Everything(),)) as phones:
        phones.table.begin("everything")
        ada = phones.of("Ada")
        assert 'name="back"' not in phones.html(ada)
        assert phones.tap(ada, back="1")[0] == 409
        phones.tap(ada, **TAPPED[0][0])
        assert 'name="back"' in phones.html(ada)
        assert phones.tap(ada, back="1") == (200, None)
        assert "Würfelt" in phones.html(ada)


def test_who_does_not_play_along_only_looks(tmp_path):
    with phones_at(tmp_path, games=(Everything(),)) as phones:
        phones.table.begin("everything")
        for client in (phones.of(None), phones.of("Zoe")):
            assert phones.tap(client, **TAPPED[0][0])[0] == 403
        assert phones.lines == []
        assert phones.tap(phones.owner, **TAPPED[0][0]) == (200, None)
        assert phones.tap(near(phones.page), **TAPPED[1][0]) == (200, None)


def test_while_a_menu_is_open_on_the_device_nothing_can_be_tapped(tmp_path):
    with phones_at(tmp_path, games=(Everything(),)) as phones:
        phones.table.begin("everything")
        ada = phones.of("Ada")
        number = phones.number(ada)
        phones.table.press(Button.BACK, held=True)
        assert "nur am Gerät selbst" in phones.html(ada)
        assert phones.tap(ada, number=number, **TAPPED[0][0])[0] == 409
        assert phones.tap(ada, ok="1") == (409, "Am Gerät ist gerade etwas anderes offen.")
        assert phones.lines == []


def test_the_lobby_is_the_owners(tmp_path):
    with phones_at(tmp_path, games=(Everything(),)) as phones:
        ada = phones.of("Ada")
        assert phones.html(ada) == '<p class="words">Gerade läuft kein Spiel.</p>'
        assert phones.tap(ada, choice="play")[0] == 403
        assert "Spielen" in phones.html(phones.owner)
        before = phones.table.screen
        assert phones.tap(phones.owner, choice="play") == (200, None)
        assert phones.table.screen != before
        assert phones.tap(phones.owner, choice="nonsense")[0] == 409
        assert phones.tap(phones.owner, back="1") == (200, None)
        assert phones.table.screen == before


def test_without_script_a_tap_leads_back_to_the_table_or_says_why_not(tmp_path):
    with phones_at(tmp_path, games=(Everything(),)) as phones:
        phones.table.begin("everything")
        ada = phones.of("Ada")
        late = ada.post("/antwort", data={"number": "0-0", "ok": "1"})
        assert late.status_code == 409 and "Inzwischen" in late.text and 'href="/tisch"' in late.text


def test_a_step_that_breaks_tells_the_phone_that_nothing_was_taken(tmp_path, monkeypatch):
    with phones_at(tmp_path, games=(Everything(),)) as phones:
        phones.table.begin("everything")
        ada = phones.of("Ada")

        def breaks(self, happens):
            raise KeyError("unforeseen")

        monkeypatch.setattr(Service, "_turn", breaks)
        told = []
        fields = {"number": phones.number(ada), **TAPPED[0][0]}
        asking = threading.Thread(target=lambda: told.append(ada.post("/antwort", data=fields, headers=JSON)))
        asking.start()
        while asking.is_alive():
            try:
                phones.table.service.step()
            except KeyError:
                continue
        assert told[0].status_code == 409 and told[0].json()["refused"]


def test_a_prompt_of_a_games_own_that_ok_does_not_answer_sends_to_the_device():
    drawn = Drawn(Guest(), Telling("de", catalogue("de").tell), lambda player: False)
    (cards,) = (one for one in galaktico_prompts() if isinstance(one, ShowFitting))
    html = drawn.html(Asked("1", Opened(cards, players=("Ada",))))
    assert "nur am Gerät selbst" in html and 'name="ok"' not in html


def galaktico_prompts():
    session = give(at_the_table(way="combat"), "cruiser", "destroyer")
    return (*session.prompts, session.prompt)


# --- secrets ---


def betrayed(text):
    return {player for word, player in ALL_SECRETS.items() if word in text or word in unquote(text)}


def everything_seen(phones, client):
    """All that a phone can be told now: pages, pictures, words and both kinds of events."""
    texts = [client.get(path).text for path in ("/", "/tisch", "/words", "/geraet", "/koppeln")]
    guest = Guest(phones.door.phones.of_token(client.cookies[COOKIE]))
    texts += [json.dumps(asyncio.run(view(guest))) for view in (phones.page._table_view, phones.page._device_view)]
    return "\n".join(texts)


def test_every_player_gets_the_own_secrets_on_the_own_phone_and_nobody_elses(tmp_path):
    with phones_at(tmp_path) as phones:
        clients = {name: phones.of(name) for name in PLAYERS}
        others = {"looker": phones.of(None), "owner": phones.owner, "Zoe": phones.of("Zoe")}
        phones.page._acts = Pace(1000, 1000)  # all of them tap from one address, and faster than fingers
        phones.table.begin()
        seen, secrets_shown = dict.fromkeys([*clients, *others], ""), 0
        for _ in range(60):
            opened = phones.table.service.taps.asked.opened
            for name, client in (clients | others).items():
                told = everything_seen(phones, client)
                seen[name] += told
                assert betrayed(told) <= {name}
                audience = opened.prompt.audience if opened.prompt else None
                if audience is not None and name != audience:
                    assert f"{audience} schaut aufs eigene Handy" in told
                    assert phones.table.service.taps.asked.number not in told, "nor how often it changes"
                    assert client.post("/antwort", data={"number": "x", "ok": "1"}).status_code == 409
                    guessed = {"number": phones.table.service.taps.asked.number, "ok": "1"}
                    assert client.post("/antwort", data=guessed).status_code == 403
            assert not betrayed(phones.table.held.caption), "nobody has held OK: the device lies covered on the table"
            assert not betrayed(phones.table.copy.caption)
            if opened.outcome is not None:
                break
            client = clients[opened.prompt.audience] if opened.prompt.audience else clients["Ada"]
            secrets_shown += opened.prompt.audience is not None and not isinstance(opened.prompt, HandOver)
            assert phones.tap(client, **fields_for(opened.prompt)) == (200, None)
        assert opened.outcome is not None and secrets_shown == 9
        assert {name: betrayed(text) for name, text in seen.items() if name in clients} == {
            name: {name} for name in PLAYERS
        }, "the search finds what is there"


def fields_for(prompt):
    """A legal answer."""
    match prompt:
        case ReadDice():
            return {f"piece-{number}": "1" for number in range(prompt.count)}
        case PickNumber():
            return {"value": str(prompt.low)}
        case Choose():
            return {"choice": prompt.options[0].key}
    return {"ok": "1"}


def test_the_device_tells_whom_it_waits_for_and_that_the_phone_has_it(tmp_path):
    with phones_at(tmp_path) as phones:
        ada, ben = phones.of("Ada"), phones.of("Ben")
        phones.table.begin().throw()
        assert isinstance(phones.table.screen, Cover)
        assert phones.table.screen.body == "Schau auf dein Handy oder sieh hier nach."
        assert "Zeig es mir" in phones.html(ada) and "Nur für dich" in phones.html(ada)
        phones.tap(ada, ok="1")
        assert isinstance(phones.table.screen, Cover), "the phone shows it; the device may lie in the middle"
        assert betrayed(phones.html(ada)) == {"Ada"} and not betrayed(phones.html(ben))


def test_who_looks_at_the_device_and_answers_by_phone_finds_it_covered_again(tmp_path):
    with phones_at(tmp_path) as phones:
        ada = phones.of("Ada")
        phones.table.begin().throw()
        phones.table.hold()
        assert betrayed(phones.table.held.caption) == {"Ada"}
        phones.tap(ada, choice=phones.table.service.taps.asked.opened.prompt.options[0].key)
        assert isinstance(phones.table.screen, Cover) and not betrayed(phones.table.held.caption)


def test_a_sign_keeps_a_prompt_on_the_device_also_from_a_phone_that_was_given_its_player(tmp_path):
    with phones_at(tmp_path) as phones:
        ada = phones.of("Ada")
        phones.table.begin().throw()
        phones.table.talk._signs._signs.choose("Ada", "up up")
        phones.table.service.step()
        assert "dein Zeichen schützt es" in phones.html(ada)
        assert phones.tap(ada, ok="1")[0] == 403
        assert phones.table.screen.body != "Schau auf dein Handy oder sieh hier nach."
        assert "sieht allein am Gerät nach" in phones.html(phones.owner)


def test_a_phone_that_becomes_another_players_sees_only_that_players(tmp_path):
    with phones_at(tmp_path) as phones:
        client = phones.of("Ben")
        phones.table.begin().throw()
        assert not betrayed(everything_seen(phones, client))
        kept = phones.door.phones.all[-1]
        phones.table.hold()
        phones.door.phones.give(kept.id, "Ada")
        assert betrayed(everything_seen(phones, client)) == {"Ada"}
        phones.door.phones.give(kept.id, None)
        assert not betrayed(everything_seen(phones, client))


def test_20_6_who_gives_a_players_name_to_another_phone_takes_it_from_the_first_which_says_so(tmp_path):
    with phones_at(tmp_path) as phones:
        mine = phones.of("Ada")
        phones.table.begin().throw()
        phones.table.hold()
        assert betrayed(phones.html(mine)) == {"Ada"}
        spy = phones.of("Ada")
        assert betrayed(phones.html(spy)) == {"Ada"}, "whom the device believes to be Ada"
        assert not betrayed(everything_seen(phones, mine))
        assert "Du schaust zu" in mine.get("/tisch").text and "Ada schaut aufs eigene Handy" in phones.html(mine)
