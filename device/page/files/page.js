// The page of the simulated device: shows what the device shows, sends what hands do. It knows no rules.

import { showGame } from "/game.js";

const NEWS_MS = 2600;
const RETRY_MS = 1500;
const TOO_FAST = 429;
const PAGE = Math.random().toString(36).slice(2); // tells the device which of its pages is looked at
const LIT = [207, 230, 255];
const KEYS = { ArrowUp: "up", ArrowDown: "down", Enter: "ok", Backspace: "back", Escape: "back" };

const find = (query) => document.querySelector(query);
const all = (query) => [...document.querySelectorAll(query)];

// --- words ---------------------------------------------------------------------------------------------------------

let words = {};

function tell(key, values = {}) {
  return (words[key] ?? "").replace(/{(\w+)}/g, (_, name) => values[name] ?? "");
}

async function loadWords() {
  words = await (await fetch("/words")).json();
  document.documentElement.lang = words.language;
  for (const element of all("[data-word]")) element.textContent = tell(element.dataset.word);
  for (const element of all("[data-label]")) {
    element.setAttribute("aria-label", tell(element.dataset.label));
    if (element.matches("button")) element.title = tell(element.dataset.label);
  }
  for (const element of all("[data-alt]")) element.alt = tell(element.dataset.alt);
  showSound();
  if (state?.table) showTable(state.table);
}

let newsTimer = 0;

// Says it to screen readers; what the OLED does not show anyway is also shown for a moment.
function announce(text, isShown = true) {
  const news = find("#news");
  news.textContent = text;
  news.classList.toggle("is-shown", isShown);
  clearTimeout(newsTimer);
  newsTimer = setTimeout(() => news.classList.remove("is-shown"), NEWS_MS);
}

// --- sending -------------------------------------------------------------------------------------------------------

let queue = Promise.resolve(); // one after the other, so that quick presses keep their order

function send(path, values = {}) {
  const sent = queue.then(async () => {
    try {
      const reply = await fetch(path, { method: "POST", body: JSON.stringify(values) });
      if (reply.ok) return await reply.json();
      announce(tell(reply.status === TOO_FAST ? "page.too_fast" : "page.failed"));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // fetch's word for "nobody answers"
      announce(tell("page.failed"));
    }
    return null;
  });
  queue = sent.catch(() => null); // a failure is its caller's; the next one still goes out
  return sent;
}

async function atTable(action, values = {}) {
  const heard = newsHeard;
  const reply = await send(`/table/${action}`, values);
  if (!reply) return;
  if (!reply.done) announce(tell(action === "pick_up" ? "page.nothing_there" : "page.not_now"));
  if (heard === newsHeard) showTable(reply.table); // else the news may be younger than the reply
}

// --- the OLED ------------------------------------------------------------------------------------------------------

const oled = find("#oled");
const pen = oled.getContext("2d", { willReadFrequently: true });

function loadPicture(address) {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new TypeError(`no picture at ${address}`));
    picture.src = address;
  });
}

// Asks for the newest picture; while one is on its way only the last wish is kept.
function newest(load, show) {
  let wanted = null;
  let isLoading = false;
  return async (version) => {
    wanted = version;
    if (isLoading) return;
    isLoading = true;
    while (wanted !== null) {
      const version = wanted;
      wanted = null;
      try {
        show(await load(version), version);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error; // the banner tells that nobody answers
      }
    }
    isLoading = false;
  };
}

const showOled = newest((version) => loadPicture(`/oled.png?v=${version}&page=${PAGE}`), (picture, version) => {
  pen.clearRect(0, 0, 128, 64);
  pen.drawImage(picture, 0, 0);
  const dots = pen.getImageData(0, 0, 128, 64);
  // Unlit dots become transparent: only lit ones may glow.
  for (let i = 0; i < dots.data.length; i += 4) {
    const isLit = dots.data[i] > 127;
    dots.data.set([...LIT, isLit ? 255 : 0], i);
  }
  pen.putImageData(dots, 0, 0);
  oled.dataset.version = version;
});

// Whole screen dots for every OLED dot, else some would be wider than others.
function fitOled() {
  const glass = find(".glass");
  const style = getComputedStyle(glass);
  const room = glass.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const ratio = window.devicePixelRatio || 1;
  const factor = Math.max(1, Math.floor((room * ratio) / 128)) / ratio;
  oled.style.width = `${128 * factor}px`;
  oled.style.height = `${64 * factor}px`;
}

new ResizeObserver(fitOled).observe(find(".face"));

// --- the four buttons ----------------------------------------------------------------------------------------------

const caps = Object.fromEntries(all(".cap").map((cap) => [cap.dataset.button, cap]));
const down = new Map(); // button -> timer of the hold

function pressDown(button) {
  if (down.has(button)) return;
  wakeSound();
  caps[button].classList.add("is-down");
  down.set(button, setTimeout(() => release(button, true), Number(document.body.dataset.holdMs)));
}

function release(button, isHeld) {
  if (!down.has(button)) return;
  forget(button);
  send(`/press/${button}${isHeld ? "?held=1" : ""}`);
}

function forget(button) {
  clearTimeout(down.get(button));
  down.delete(button);
  caps[button].classList.remove("is-down");
}

for (const [button, cap] of Object.entries(caps)) {
  cap.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    cap.setPointerCapture(event.pointerId);
    pressDown(button);
  });
  cap.addEventListener("pointerup", () => release(button, false));
  cap.addEventListener("pointercancel", () => forget(button));
  cap.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch is a hold
  // Screen readers and other helpers click without a pointer.
  cap.addEventListener("click", (event) => {
    if (event.detail === 0 && event.pointerType !== "mouse") send(`/press/${button}`);
  });
}

// Enter and space act on a focused control of the page, and in the game all keys do; everything else is the device's.
function buttonOfKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.(".game")) return null;
  const control = event.target.closest?.("button, summary");
  const isAct = event.key === "Enter" || event.key === " ";
  if (control && isAct) return control.dataset.button ?? null;
  return KEYS[event.key] ?? null;
}

document.addEventListener("keydown", (event) => {
  const button = buttonOfKey(event);
  if (!button) return;
  event.preventDefault();
  if (!event.repeat) pressDown(button);
});

document.addEventListener("keyup", (event) => {
  const button = buttonOfKey(event);
  if (!button) return;
  event.preventDefault();
  release(button, false);
});

window.addEventListener("blur", () => [...down.keys()].forEach(forget));

// --- the table -----------------------------------------------------------------------------------------------------

const camera = find("#camera");
const places = find("#places");

async function loadCamera(version) {
  const reply = await fetch(`/camera.jpg?v=${version}&page=${PAGE}`);
  return reply.ok ? URL.createObjectURL(await reply.blob()) : null;
}

const showCamera = newest(loadCamera, (address) => {
  if (camera.src.startsWith("blob:")) URL.revokeObjectURL(camera.src);
  find("#no-camera").hidden = address !== null;
  if (address) camera.src = address;
  else camera.removeAttribute("src");
});

// While the next picture is being loaded the image itself has no size, and clicks must not be lost then.
let pictureSize = null;
camera.addEventListener("load", () => {
  pictureSize = { width: camera.naturalWidth, height: camera.naturalHeight };
  if (state?.table) showPlaces(state.table);
});

// After a click with the mouse the keyboard belongs to the device again, so that Enter means OK.
document.addEventListener("click", (event) => {
  wakeSound();
  if (event.detail > 0 && document.activeElement?.matches("button, summary")) document.activeElement.blur();
});

find(".view").addEventListener("click", (event) => {
  if (!state?.table || !pictureSize) return;
  const place = event.target.closest(".place");
  if (place) {
    place.act();
  } else if (state.table.cards) {
    announce(tell("page.no_cell"));
  } else if (state.table.shown) {
    atTable("take_shown");
  } else {
    const box = camera.getBoundingClientRect();
    pickUp(
      ((event.clientX - box.left) / box.width) * pictureSize.width,
      ((event.clientY - box.top) / box.height) * pictureSize.height,
    );
  }
});

const pickUp = (x, y) => atTable("pick_up", { x, y });

for (const button of all("[data-do]")) button.addEventListener("click", () => atTable(button.dataset.do));
for (const button of all("[data-face]")) {
  button.addEventListener("click", () => atTable("show_all", { face: button.dataset.face }));
}
find("#hand").addEventListener("click", () => atTable("put_hand", { present: !state.table.hand }));
for (const choice of all("[data-choice]")) {
  const name = choice.dataset.choice;
  for (const button of choice.children) {
    button.addEventListener("click", () => atTable(`set_${name}`, { [name]: button.dataset.value }));
  }
}

function showTable(table) {
  if (state) state.table = table;
  for (const part of all("#controls, #mischief")) part.hidden = table === null;
  find(".view").classList.toggle("is-live", table !== null);
  if (table === null) return void fill(places, 0, "place");
  for (const part of all("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(table.pieces);
  if (table.cards) showDrawn(table.cards);
  if (table.shown) showNames(table.shown);
  find("#count").textContent = `${tell("page.on_table", { n: table.dice.length })} · ${tell("page.held", { n: table.held })}`;
  find("#hand").setAttribute("aria-pressed", table.hand);
  find("[data-do=throw_held]").disabled = table.held === 0;
  for (const choice of all("[data-choice]")) {
    for (const button of choice.children) {
      button.setAttribute("aria-pressed", button.dataset.value === table[choice.dataset.choice]);
    }
  }
  showPlaces(table);
}

// A die or a cell is a button, too, so that it can be reached by keyboard.
function showPlaces(table) {
  if (!pictureSize) return;
  places.classList.toggle("is-moving", table.moving);
  const shown = table.cards ? table.cards.cells.map(cellPlace) : table.dice.map(diePlace);
  fill(places, shown.length, "place");
  shown.forEach(({ kind, label, x, y, width, height, act }, index) => {
    const place = places.children[index];
    place.className = `place ${kind}`;
    place.setAttribute("aria-label", label);
    place.act = act;
    place.style.left = `${(100 * x) / pictureSize.width}%`;
    place.style.top = `${(100 * y) / pictureSize.height}%`;
    place.style.width = `${(100 * width) / pictureSize.width}%`;
    place.style.height = `${(100 * height) / pictureSize.height}%`;
  });
}

function diePlace({ number, x, y, size }) {
  const label = tell("page.pick_up_die", { n: number });
  return { kind: "die", label, x, y, width: 1.5 * size, height: 1.5 * size, act: () => pickUp(x, y) };
}

function cellPlace({ row, col, x, y, width, height, card }) {
  const label = tell(card ? "page.take_cell" : "page.lay_cell", { row: row + 1, col: col + 1 });
  const act = () => (card ? atTable("take", { row, col }) : layDrawn(row, col));
  return { kind: card ? "cell is-taken" : "cell", label, x, y, width, height, act };
}

// As many buttons as are wanted; those that are there stay, so that one keeps the focus.
function fill(parent, count, kind) {
  while (parent.children.length > count) parent.lastChild.remove();
  while (parent.children.length < count) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = kind;
    parent.append(button);
  }
}

// --- the player's open cards ---------------------------------------------------------------------------------------

let chosen = 0; // which of them is laid next

function layDrawn(row, col) {
  const number = chosen;
  chosen = 0;
  return atTable("lay_drawn", { row, col, number });
}

function showDrawn({ drawn, deck, discards, shown }) {
  if (chosen >= drawn.length) chosen = 0;
  const cards = find("#drawn");
  fill(cards, drawn.length, "card");
  drawn.forEach(({ value, colour }, number) => {
    const card = cards.children[number];
    card.className = `card ${colour}`;
    card.textContent = value;
    card.title = `${value} ${tell(`page.colour.${colour}`)}`;
    card.setAttribute("aria-label", card.title);
    card.setAttribute("aria-pressed", number === chosen);
    card.onclick = () => {
      chosen = number;
      showDrawn(state.table.cards);
    };
  });
  const next = drawn[chosen];
  const name = next ? `${next.value} ${tell(`page.colour.${next.colour}`)}` : tell("page.no_card");
  find("#deck").textContent = `${name} · ${tell("page.deck", { n: deck })}`;
  find("#discard").hidden = discards === 0;
  find("#discard").disabled = drawn.length === 0;
  find("#show-drawn").hidden = drawn.length < 2 && !shown;
  find("#show-drawn").setAttribute("aria-pressed", shown);
}

find("#discard").addEventListener("click", () => {
  const number = chosen;
  chosen = 0;
  atTable("discard_drawn", { number });
});
find("#show-drawn").addEventListener("click", () => atTable("show_drawn", { shown: !state.table.cards.shown }));

// Cards with names: a click lays one under the camera. Which one lies there is for the camera alone to see.
function showNames({ names, lying }) {
  const cards = find("#shown");
  fill(cards, names.length, "action small");
  names.forEach((name, number) => {
    const card = cards.children[number];
    card.textContent = name;
    card.onclick = () => atTable("show_card", { number });
  });
  find("#show-hint").hidden = find("[data-do=take_shown]").hidden = names.length === 0;
  find("[data-do=take_shown]").disabled = !lying;
}

// --- sound ---------------------------------------------------------------------------------------------------------

// For each tone: pitch in hertz, start and length in seconds.
const TONES = {
  seen: [[880, 0, 0.07]],
  done: [[660, 0, 0.05]],
  refused: [[220, 0, 0.12], [196, 0.14, 0.16]],
  fanfare: [[523, 0, 0.12], [659, 0.13, 0.12], [784, 0.26, 0.12], [1047, 0.39, 0.36]],
};

let audio = null;
let isSoundOn = localStorage.getItem("sound") !== "off";

function wakeSound() {
  if (!isSoundOn) return;
  audio ??= new AudioContext(); // browsers allow sound only after a hand was seen
  if (audio.state === "suspended") audio.resume();
}

function play(tone) {
  announce(tell(`page.tone.${tone}`), false);
  if (!isSoundOn || audio?.state !== "running") return;
  for (const [pitch, start, length] of TONES[tone] ?? []) {
    const voice = audio.createOscillator();
    const volume = audio.createGain();
    const from = audio.currentTime + start;
    voice.type = "triangle";
    voice.frequency.value = pitch;
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(0.14, from + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    voice.connect(volume).connect(audio.destination);
    voice.start(from);
    voice.stop(from + length + 0.02);
  }
}

function showSound() {
  const toggle = find("#sound");
  toggle.textContent = tell(isSoundOn ? "page.sound_on" : "page.sound_off");
  toggle.setAttribute("aria-pressed", isSoundOn);
}

find("#sound").addEventListener("click", () => {
  isSoundOn = !isSoundOn;
  localStorage.setItem("sound", isSoundOn ? "on" : "off");
  showSound();
});

// --- the device's news ---------------------------------------------------------------------------------------------

let state = null;
let newsHeard = 0; // how often the device has told something
let isLost = false;

function setLost(lost) {
  if (lost === isLost) return;
  isLost = lost;
  find("#lost").hidden = !lost;
  document.body.classList.toggle("is-lost", lost);
  if (!lost) announce(tell("page.back_again"));
}

async function show(news) {
  const before = state ?? {};
  state = news;
  newsHeard += 1;
  if (news.language !== words.language) await loadWords();
  if (news.oled !== before.oled) showOled(news.oled);
  if (news.caption) oled.setAttribute("aria-label", news.caption);
  if (news.camera !== before.camera) showCamera(news.camera);
  showTable(news.table);
  showGame(news);
  news.tones.forEach(play);
}

function listen() {
  const events = new EventSource(`/events?page=${PAGE}`);
  events.onmessage = (event) => show(JSON.parse(event.data));
  events.onopen = () => {
    state = null; // another run may count its pictures anew
    setLost(false);
  };
  events.onerror = () => {
    setLost(true);
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, RETRY_MS); // it was refused; ask again
  };
}

await loadWords();
listen();
