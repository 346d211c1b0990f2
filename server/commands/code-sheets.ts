import { html, raw } from 'hono/html'
import encodeQR from 'qr'

export interface CodeSheets {
  spaceName: string
  /** Origin without trailing slash, as the members' phones reach it. */
  publicUrl: string
  /** Minutes for which equipment stays reserved without a check-in; null = until the booking ends. */
  keptMinutes: number | null
  machines: { id: number; name: string; secret: string }[]
}

/**
 * The address behind the code at a machine. The secret is the fragment, which no browser sends: it reaches no server, no
 * log and no referrer.
 */
function checkInAddress(publicUrl: string, machine: number, secret: string): string {
  return `${publicUrl}/check-in/${machine}#${secret}`
}

/** One page of A5 per machine to print and hang up, as a file that needs no other. */
export async function codeSheets(sheetsOf: CodeSheets): Promise<string> {
  const { spaceName, publicUrl, keptMinutes, machines } = sheetsOf
  const sheets = machines.map(({ id, name, secret }) => {
    // A quarter of it may be dirt; the border is the quiet zone that ISO/IEC 18004 asks for.
    const code = encodeQR(checkInAddress(publicUrl, id, secret), 'svg', { ecc: 'quartile', border: 4 })
    return html`<section>
      <p class="space">${spaceName}</p>
      <h1>${name}</h1>
      <div class="code">${raw(code)}</div>
      <p class="say">Bist du da? Scanne den Code.</p>
      <p class="say" lang="en">Here? Scan the code.</p>
      ${keptMinutes === null ? '' : keptNotes(keptMinutes)}
      <p class="id">${publicUrl.replace(/^https?:\/\//, '')} · ${id}</p>
    </section>`
  })
  const page = await html`<!doctype html>
    <html lang="de">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Check-in: ${spaceName}</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        ${sheets}
      </body>
    </html>`
  return `${page.toString()}\n`
}

function keptNotes(minutes: number) {
  return html`<p class="kept">Wer ${minutes} Minuten nach dem Beginn nicht da ist, gibt die Maschine frei.</p>
    <p class="kept" lang="en">Not here ${minutes} minutes after the start? Then the machine is released.</p>`
}

const style = `
@page { size: A5 portrait; margin: 0; }
* { box-sizing: border-box; margin: 0; }
body { background: #fff; color: #17171a; font: 400 13pt/1.35 system-ui, sans-serif; print-color-adjust: exact; }
section {
  display: flex; flex-direction: column; align-items: center; width: 148mm; height: 210mm; padding: 11mm 12mm 9mm;
  text-align: center; overflow: hidden; break-after: page; break-inside: avoid;
}
section:last-child { break-after: auto; }
.space { font-size: 12pt; }
h1 { margin: 2mm 0 auto; font-size: 27pt; line-height: 1.05; letter-spacing: -0.02em; overflow-wrap: anywhere; hyphens: auto; }
.code { width: 92mm; height: 92mm; margin: 3mm 0; }
.code svg { display: block; width: 100%; height: 100%; }
.say { font-size: 17pt; font-weight: 700; line-height: 1.25; }
.say[lang], .kept[lang] { font-weight: 400; color: #55545a; }
.kept { max-width: 110mm; margin-top: 2mm; text-wrap: balance; font-size: 10.5pt; }
.id { margin-top: auto; padding-top: 3mm; font-size: 9pt; color: #55545a; }
@media screen {
  body { display: flex; flex-wrap: wrap; gap: 8mm; padding: 8mm; background: #e8e6e0; }
  section { background: #fff; }
}
`
