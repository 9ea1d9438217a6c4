import { escapeHtml } from '../../http/web-app/template.ts'

/**
 * The look of all mails, as text and as HTML. Styles are inline, since many mail programs drop style sheets; the sheet
 * serves dark schemes.
 */
export interface Letter {
  /** A constant: it becomes a header. */
  readonly subject: string
  /** Null greets without a name. */
  readonly name: string | null
  readonly paragraphs: readonly Line[]
  readonly action: LetterAction | null
  /** Advice for recipients who did not ask for the mail. */
  readonly ifNotYou: Line
}

/** A text, or one that ends in the address of a plain page. */
export type Line = string | { readonly text: string; readonly page: string }

export interface LetterAction {
  readonly label: string
  readonly link: string
  /** The lifetime of the link; empty for a plain page. */
  readonly validity: string
}

const serif = "Literata,Georgia,'Times New Roman',serif"
const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const styles = {
  body: 'margin:0;padding:0;background-color:#fbf8f3',
  preview: 'display:none;max-height:0;overflow:hidden',
  outside: 'padding:32px 16px 40px',
  column: `max-width:560px;margin:0 auto;text-align:left;font-family:${sans};font-size:16px;line-height:1.55;color:#1f1b16`,
  mark: `margin:0 0 16px;font-family:${serif};font-size:21px;font-weight:600;line-height:1.3;color:#1f1b16`,
  card: 'padding:32px 28px;background-color:#ffffff;border:1px solid #e7dfd3;border-radius:10px',
  title: `margin:0 0 16px;font-family:${serif};font-size:26px;font-weight:600;line-height:1.25;color:#1f1b16`,
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  action: 'margin:28px 0',
  button:
    'display:inline-block;padding:12px 24px;background-color:#a93d17;border-radius:6px;font-weight:600;line-height:1.5;color:#ffffff;text-decoration:none',
  soft: 'margin:0 0 16px;font-size:14px;line-height:1.5;color:#655c51',
  page: 'color:#a93d17;text-decoration:underline;overflow-wrap:anywhere',
  link: 'font-size:13px;color:#655c51;text-decoration:underline;overflow-wrap:anywhere;word-break:break-all',
  rule: 'margin:24px 0;border:0;border-top:1px solid #e7dfd3;height:0',
  last: 'margin:0;font-size:14px;line-height:1.5;color:#655c51;overflow-wrap:anywhere',
  warning: 'margin:0;overflow-wrap:anywhere',
  foot: 'margin:16px 0 0;font-size:13px;line-height:1.5;color:#655c51',
  footLink: 'color:#655c51;text-decoration:underline',
} as const

const darkScheme = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background-color:#14120f!important}
.surface{background-color:#1d1a16!important;border-color:#332d26!important}
.ink{color:#f3ece2!important}
.soft{color:#aea292!important}
.ember{color:#f08a5d!important}
.button{background-color:#f08a5d!important;color:#231208!important}
.rule{border-color:#332d26!important}
}`

const copyHint = 'Or copy this address into your browser:'

export function renderText({ name, paragraphs, action, ifNotYou }: Letter, publicUrl: string): string {
  const parts = [
    greeting(name),
    ...paragraphs.map(lineText),
    ...(action ? [`${action.label}:\n${action.link}`, action.validity] : []),
    lineText(ifNotYou),
    `-- \nEarmark\n${publicUrl}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

export function renderHtml(letter: Letter, publicUrl: string): string {
  const { subject, name, paragraphs, action } = letter
  const paragraph = (line: Line) => `<p class="ink" style="${styles.paragraph}">${lineHtml(line)}</p>`
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<style>
${darkScheme}
</style>
</head>
<body class="paper" style="${styles.body}">
<div style="${styles.preview}">${escapeHtml(lineText(paragraphs[0] ?? ''))}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#fbf8f3"><tr><td align="center" style="${styles.outside}">
<div class="ink" style="${styles.column}">
<p class="ink" style="${styles.mark}">Earmark</p>
<div class="surface" style="${styles.card}">
<h1 class="ink" style="${styles.title}">${escapeHtml(subject)}</h1>
${[greeting(name), ...paragraphs].map(paragraph).join('\n')}
${action ? renderAction(action) : ''}<hr class="rule" style="${styles.rule}">
${renderIfNotYou(letter)}
</div>
<p class="soft" style="${styles.foot}">Sent by Earmark at <a class="soft" href="${escapeHtml(publicUrl)}" style="${styles.footLink}">${escapeHtml(new URL(publicUrl).host)}</a></p>
</div>
</td></tr></table>
</body>
</html>
`
}

function renderAction({ label, link, validity }: LetterAction): string {
  const href = escapeHtml(link)
  return `<p style="${styles.action}"><a class="button" href="${href}" style="${styles.button}">${escapeHtml(label)}</a></p>
<p class="soft" style="${styles.soft}">${copyHint}<br><a class="soft" href="${href}" style="${styles.link}">${href}</a></p>
${validity === '' ? '' : `<p class="soft" style="${styles.soft}">${escapeHtml(validity)}</p>\n`}`
}

/** Without an action it is the purpose of the mail. */
function renderIfNotYou({ action, ifNotYou }: Letter): string {
  const [look, style] = action ? ['soft', styles.last] : ['ink', styles.warning]
  return `<p class="${look}" style="${style}">${lineHtml(ifNotYou)}</p>`
}

function lineText(line: Line): string {
  return typeof line === 'string' ? line : `${line.text} ${line.page}`
}

function lineHtml(line: Line): string {
  if (typeof line === 'string') return escapeHtml(line)
  const href = escapeHtml(line.page)
  return `${escapeHtml(line.text)} <a class="ember" href="${href}" style="${styles.page}">${href}</a>`
}

function greeting(name: string | null): string {
  return name === null ? 'Hello,' : `Hello ${name},`
}
