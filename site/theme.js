// Sets the theme before the first paint. A classic script in the head, because the page's policy allows none
// inside the page.
{
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // Storage is blocked: the system's theme it is.
  }
  const isDark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
}
