// The game in colour and what is asked, on every page that has them: shows what the device tells, sends what is tapped.
// It knows no rules and has no words of its own.

const find = (query) => document.querySelector(query);
const asked = find("#asked");
const said = find("#said"); // a large screen has none
let shown = {};

export function showGame(news) {
  if (news.asked !== shown.asked) {
    asked.innerHTML = news.asked;
    for (const one of asked.querySelectorAll(".by-hand")) one.open = entersByHand;
    if (shown.asked !== undefined && said) said.textContent = ""; // what was said belonged to what was asked before
  }
  if (news.live !== shown.live) find("#live").innerHTML = news.live;
  if (news.more !== shown.more) showMore(news.more);
  shown = { asked: news.asked, live: news.live, more: news.more };
}

// Who enters one throw by hand, enters the next one, too.
let entersByHand = false;
const noticeHand = (event) => {
  if (event.target.matches(".by-hand")) entersByHand = event.target.open;
};
asked.addEventListener("toggle", noticeHand, true);

// What was unfolded stays so when news come.
function showMore(html) {
  const more = find("#more");
  const isOpen = [...more.querySelectorAll("details")].map((one) => one.open);
  more.innerHTML = html;
  [...more.querySelectorAll("details")].forEach((one, place) => one.toggleAttribute("open", isOpen[place] ?? false));
}

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
