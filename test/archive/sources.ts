import { readFileSync } from 'node:fs'

const cmyk = readFileSync(new URL('fixtures/cmyk.jpg', import.meta.url)).toString('base64')
const wrapped = (html: string) =>
  `<!doctype html><html lang="de"><title>Probe – “Ä” 日本 &lt;&amp;&gt;</title>${html}`

/** Documents with the features that are most difficult for PDF/A, by name. */
export const HARD_DOCUMENTS: Record<string, string> = {
  scripts: wrapped('<h1>Ünïcode 日本語 العربية עברית हिन्दी ไทย 한국어</h1><p>Emoji 😀👩‍👩‍👧🇩🇪 ❤️ ①</p>'),
  transparency: wrapped(`<style>.m{mask-image:linear-gradient(black,transparent)}</style>
    <p style="opacity:.4;color:red">half</p><p style="text-shadow:1px 1px 3px #0008">shadow</p>
    <div style="box-shadow:0 0 10px #0008;filter:blur(2px);mix-blend-mode:multiply;background:linear-gradient(red,#00f8)">blur</div>
    <div style="mix-blend-mode:plus-lighter;background:conic-gradient(red,blue);width:50px;height:50px"></div>
    <div class=m>masked</div><div style="backdrop-filter:blur(3px) invert(1)">behind</div>
    <p style="background:linear-gradient(red,blue);background-clip:text;color:transparent">clipped</p>`),
  colours: wrapped(`<p style="background:color(display-p3 1 0 0);color:lab(50% 40 59)">wide</p>
    <p style="color:oklch(70% .3 150)">wider</p><img src="data:image/jpeg;base64,${cmyk}" width=50>`),
  links: wrapped(`<a href="https://example.com/?q=(1)">out</a> <a href="mailto:ada@example.com">mail</a>
    <a href="#end">in</a> <a href="javascript:alert(1)">script</a> <a href="file:///etc/passwd">file</a><h2 id=end>End</h2>`),
  svg: wrapped(`<svg width=300 height=200><defs><radialGradient id=g><stop stop-color=red /><stop offset=1 stop-color=blue
    stop-opacity=.2 /></radialGradient><pattern id=p width=10 height=10 patternUnits=userSpaceOnUse><circle cx=5 cy=5 r=3 />
    <text font-size=5>a</text></pattern><filter id=f><feTurbulence baseFrequency=.05 /></filter><mask id=m>
    <rect width=200 height=200 fill=white opacity=.5 /></mask></defs><circle cx=50 cy=50 r=40 fill="url(#g)" />
    <rect width=30 height=30 fill="url(#p)" /><rect mask="url(#m)" width=100 height=100 /><rect filter="url(#f)" x=100
    width=50 height=50 /><text x=10 y=90 font-size=30 fill=none stroke=red>ABC 😀</text><image width=30 height=30
    href="data:image/jpeg;base64,${cmyk}" /></svg>`),
  forms:
    wrapped(`<form><input value=text><input type=checkbox checked><input type=date><select><option>a</select>
    <textarea>x</textarea><button>B</button><progress value=.4></progress><meter value=.4></meter></form>
    <video controls width=50></video><canvas id=c width=20 height=20></canvas>
    <script>const c=document.getElementById('c').getContext('2d');c.fillStyle='#0f08';c.fillRect(0,0,20,20)</script>`),
  nested: wrapped(
    '<div style="opacity:.9;transform:rotate(1deg);overflow:hidden;border-radius:3px">'.repeat(50) + 'deep',
  ),
  tables:
    wrapped(`<style>@page{size:A5 landscape;margin:15mm;@bottom-center{content:counter(page) ' / ' counter(pages)}}</style>
    <meta name="page-overflow" content="flow"><table><thead><tr><th>a<th>b</thead>${'<tr><td>1<td>2'.repeat(80)}</table>`),
  typography: wrapped(`<p style="font-family:Inter;font-weight:433">variable</p><ruby>漢<rt>kan</rt></ruby>
    <p style="writing-mode:vertical-rl">縦書き、日本語。</p><p style="font:italic 900 20px 'Noto Serif'">fake</p>
    <p style="font-size:0">none</p><p style="-webkit-text-stroke:1px red;color:transparent">stroke <code>mono</code></p>`),
  nothing: '',
}
