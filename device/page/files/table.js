// The table on a phone or on a large screen: the game, and on a phone whose it is and the OLED.

import { showGame } from "/game.js";

const RETRY_MS = 1500;
const NOT_PAIRED = 401;
const PAGE = Math.random().toString(36).slice(2); // tells the device which of its pages is looked at

const find = (query) => document.querySelector(query);
const isBoard = document.body.classList.contains("board"); // a large screen that nobody touches
let shown = null;

function show(news) {
  showGame(news);
  if (!isBoard) {
    if (news.who !== shown?.who) find("#who").textContent = news.who;
    if (news.oled !== shown?.oled) find("#oled").src = `/oled.png?v=${news.oled}&page=${PAGE}`;
    find("#oled").alt = news.caption;
  }
  if (shown && (news.language !== shown.language || news.role !== shown.role)) location.reload();
  shown = news;
}

function listen() {
  const events = new EventSource(`/events?view=${isBoard ? "board" : "table"}&page=${PAGE}`);
  events.onmessage = (event) => show(JSON.parse(event.data));
  events.onopen = () => {
    find("#lost").hidden = true;
  };
  events.onerror = async () => {
    find("#lost").hidden = false;
    if (events.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    const reply = await fetch("/words").catch(() => null);
    if (reply?.status === NOT_PAIRED) location.assign("/koppeln");
    else setTimeout(listen, RETRY_MS);
  };
}

setInterval(() => fetch(`/alive?page=${PAGE}`).catch(() => null), 5000); // somebody looks at this page
listen();
