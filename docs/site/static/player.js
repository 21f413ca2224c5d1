// The front page: a click on the picture puts the player in its place, and gives it the keys.
// In a narrow window, the link opens the player's own page.
const NARROW = 700;

for (const link of document.querySelectorAll("a.player")) {
  link.addEventListener("click", event => {
    if (innerWidth < NARROW || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const frame = document.createElement("iframe");
    frame.className = "player";
    frame.title = "Connect-4";
    frame.allow = "autoplay *; fullscreen *; gamepad *";
    frame.src = link.href;          // from disk, each page has an origin of its own
    frame.addEventListener("load", () => frame.focus());
    link.replaceWith(frame);
  });
}
