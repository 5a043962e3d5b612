// The table on a phone: shows what the device tells, sends what is tapped. It knows no rules and has no words of its own.

const RETRY_MS = 1500;
const NOT_PAIRED = 401;
const PAGE = Math.random().toString(36).slice(2); // tells the device which of its pages is looked at

const find = (query) => document.querySelector(query);
const asked = find("#asked");
const said = find("#said");
const isBoard = document.body.classList.contains("board"); // a large screen that nobody touches
let shown = null;

// --- what the device tells -------------------------------------------------------------------------------------------

function show(news) {
  if (news.asked !== shown?.asked) {
    asked.innerHTML = news.asked;
    if (shown && said) said.textContent = ""; // what was said belonged to what was asked before
  }
  if (news.live !== shown?.live) find("#live").innerHTML = news.live;
  if (news.more !== shown?.more) showMore(news.more);
  if (!isBoard) {
    if (news.who !== shown?.who) find("#who").textContent = news.who;
    if (news.oled !== shown?.oled) find("#oled").src = `/oled.png?v=${news.oled}&page=${PAGE}`;
    find("#oled").alt = news.caption;
  }
  if (shown && (news.language !== shown.language || news.role !== shown.role)) location.reload();
  shown = news;
}

// What was unfolded stays so when news come.
function showMore(html) {
  const more = find("#more");
  const isOpen = [...more.querySelectorAll("details")].map((one) => one.open);
  more.innerHTML = html;
  [...more.querySelectorAll("details")].forEach((one, place) => one.toggleAttribute("open", isOpen[place] ?? false));
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

// --- what is tapped --------------------------------------------------------------------------------------------------

let isSending = false;

async function send(form, button) {
  const fields = new URLSearchParams(new FormData(form, button));
  try {
    const reply = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "application/json" } });
    const isJson = reply.headers.get("content-type")?.startsWith("application/json");
    said.textContent = isJson ? ((await reply.json()).refused ?? "") : await reply.text();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // fetch's word for "nobody answers"
    find("#lost").hidden = false;
  }
}

asked.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isSending) return; // a second tap of the same finger
  isSending = true;
  await send(event.target, event.submitter);
  isSending = false;
});

listen();
