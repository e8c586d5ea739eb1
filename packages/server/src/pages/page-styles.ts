/** The styles of every page: light or dark as the system prefers, for phones and wide screens. */
export const pageStyles = `
:root {
  color-scheme: light dark;
  --ground: #eef2f5; --surface: #ffffff; --line: #d5dee5; --field: #8296a5; --text: #13222d; --quiet: #4d5f6c;
  --accent: #0b5d8a; --accent-strong: #084a6e; --on-accent: #ffffff; --tint: #e7f1f7; --warn: #7a4a00; --warn-tint: #fdf3e0;
  --shadow: 0 1px 2px rgb(16 32 44 / 8%), 0 12px 32px rgb(16 32 44 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d141a; --surface: #16212a; --line: #2b3a46; --field: #5f7484; --text: #e9f0f5; --quiet: #a3b4c0;
    --accent: #73c4ee; --accent-strong: #9ad6f5; --on-accent: #06222f; --tint: #1d2f3c; --warn: #f2c77c; --warn-tint: #33291a;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 30%);
  }
}
* { box-sizing: border-box }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center;
  padding: clamp(1.25rem, 6vh, 4.5rem) 1rem 2rem; background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
.brand { display: flex; align-items: center; gap: .55rem; margin: 0 0 1.25rem; font-weight: 650; letter-spacing: .01em }
.brand svg { color: var(--accent) }
.brand .gap { stroke: var(--ground); stroke-width: 9.5; stroke-linecap: butt }
main {
  width: 100%; max-width: 31rem; padding: clamp(1.35rem, 5vw, 2.25rem); background: var(--surface);
  border: 1px solid var(--line); border-radius: 1rem; box-shadow: var(--shadow);
}
h1 { margin: 0 0 .75rem; font-size: 1.45rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance }
h2 { margin: 1.5rem 0 .5rem; font-size: .95rem }
p { margin: 0 0 .9rem; overflow-wrap: anywhere }
p:last-child { margin-bottom: 0 }
.quiet { color: var(--quiet); font-size: .925rem }
.pair { display: flex; align-items: center; gap: .75rem; margin: 0 0 1.25rem; color: var(--quiet) }
.pair svg, .state { flex: none }
.state { display: inline-flex; margin: 0 0 1rem; color: var(--accent) }
.state.failed { color: var(--warn) }
dl { margin: 1.25rem 0; border: 1px solid var(--line); border-radius: .75rem; overflow: hidden }
dl > div { display: grid; grid-template-columns: 6.5rem 1fr; gap: .25rem 1rem; padding: .7rem 1rem }
dl > div + div { border-top: 1px solid var(--line) }
dt { color: var(--quiet); font-size: .925rem }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere }
dd .quiet { display: block }
ul { margin: 0; padding: 0; list-style: none }
li + li { margin-top: .3rem }
li code { color: var(--quiet); font-size: .8rem }
code { font-family: ui-monospace, "SFMono-Regular", Consolas, "Liberation Mono", monospace; overflow-wrap: anywhere }
.key { display: block; margin: 1rem 0; padding: .9rem 1rem; background: var(--tint); border-radius: .75rem; user-select: all }
.notice { margin: 1.25rem 0; padding: .8rem 1rem; background: var(--warn-tint); color: var(--warn); border-radius: .75rem; font-size: .95rem }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0 }
form.fields { flex-direction: column; align-items: stretch; gap: 1.1rem; margin-top: 1.25rem }
.field { display: flex; flex-direction: column; gap: .35rem }
.field .quiet { margin: 0; font-size: .875rem }
label { font-weight: 600; font-size: .95rem }
input:not([type]), input[type="email"], input[type="password"], input[type="text"] {
  width: 100%; min-height: 2.9rem; padding: .6rem .85rem; border: 1px solid var(--field); border-radius: .7rem;
  font: inherit; color: var(--text); background: var(--ground);
}
.error { margin: 1rem 0 0; padding: .8rem 1rem; background: var(--warn-tint); color: var(--warn); border-radius: .75rem; font-size: .95rem }
a { color: var(--accent); text-underline-offset: .2em }
a:hover { color: var(--accent-strong) }
form.fields > button { flex: none }
.choices { flex-direction: column }
.choices button { flex: none; display: flex; align-items: center; gap: .9rem; text-align: start }
.choices button svg { flex: none }
.choices small { display: block; font-weight: 400; font-size: .875rem; color: var(--quiet) }
.done { margin: 0 0 1rem; padding: .8rem 1rem; background: var(--tint); border-radius: .75rem; font-size: .95rem }
.below { margin-top: 1.25rem }
.aside { margin-left: .5rem; font-size: .925rem }
.actions { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem; margin-top: 1.5rem }
.actions form { margin: 0 }
.actions button, .actions button.secondary { flex: 1 1 100% }
.or { display: flex; align-items: center; gap: .75rem; margin: 1.25rem 0; color: var(--quiet); font-size: .875rem }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid var(--line) }
a.button {
  display: block; padding: .6rem 1.25rem; border: 1px solid var(--line); border-radius: .7rem; color: var(--text);
  font-weight: 600; text-align: center; text-decoration: none;
}
a.button:hover { background: var(--tint); color: var(--text) }
button {
  flex: 1 1 9rem; min-height: 2.9rem; padding: .6rem 1.25rem; border: 1px solid transparent; border-radius: .7rem;
  font: inherit; font-weight: 600; text-wrap: balance; cursor: pointer; background: var(--accent); color: var(--on-accent);
}
button:hover { background: var(--accent-strong) }
button.secondary { flex: 0 1 8rem; background: transparent; color: var(--text); border-color: var(--line) }
button.secondary:hover { background: var(--tint) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
footer { margin-top: 1.25rem; color: var(--quiet); font-size: .85rem; text-align: center }
@media (max-width: 26rem) {
  dl > div { grid-template-columns: 1fr }
  button, button.secondary { flex: 1 1 100% }
}
@media (forced-colors: active) { main, dl, button, input, a.button { border-color: CanvasText } }
`;
