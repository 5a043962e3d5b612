// Whoever has scanned the square need not tap as well. Without script there is a button.
document.querySelector("[data-sends-itself]")?.requestSubmit();
