/** Dates of feeds: RFC 822 in its usual deformations, what other programs print, else ISO 8601. */

const months = [
  'jan ene gen janv januar january enero gennaio janeiro janvier',
  'feb fév fev févr februar february febrero febbraio fevereiro février',
  'mar mär mrz mrt mars märz march marzo março maart',
  'apr avr abr abril april avril aprile',
  'may mai mei mag maggio mayo maio',
  'jun juin giu juni june junio giugno junho',
  'jul juil lug juli july julio luglio julho juillet',
  'aug aoû août ago august agosto augustus',
  'sep sept set september septembre septiembre settembre setembro',
  'oct okt ott out october oktober octobre octubre ottobre outubro',
  'nov november novembre noviembre novembro',
  'dec dez déc dic dezember december décembre diciembre dicembre dezembro',
].map((names) => new Set(names.split(' ')))

/** Minutes east of UTC. */
const zones: Readonly<Record<string, number>> = {
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  AST: -240,
  ADT: -180,
  AKST: -540,
  AKDT: -480,
  HST: -600,
  BRT: -180,
  BST: 60,
  WEST: 60,
  IST: 330,
  CET: 60,
  CEST: 120,
  MEZ: 60,
  MESZ: 120,
  SAST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  HKT: 480,
  SGT: 480,
  AWST: 480,
  JST: 540,
  KST: 540,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
}

const time = /(?:^|[\sT,])(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d+)?)?\s*([ap]\.?m\b\.?)?/i
const offset = /(?:GMT|UTC?|Z|[\s\d])\s*([+-])(\d{1,2}):?(\d{2})?(?!\d)(?![-/])/i
/** ISO 8601 without separators. */
const basicIso = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?)?(?!\d)/i
const dottedTime = /(?<=\s)(\d{1,2})\.(\d{2})\.(\d{2})(?=\s|$)/
const isoDay = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/
const dayMonthYear =
  /(?:^|[^\d:])(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(\p{L}{3,10})\.?,?[\s-]+(\d{4}|\d{2})(?![\d:])/u
const monthDay = /(\p{L}{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b(?!:)/u
const year = /(?:^|[\s,])((?:19|20)\d{2})(?!\d|:)/
const maxLength = 100
const hourMs = 3_600_000

/** Epoch milliseconds, UTC where it names no zone; null where no day can be read, or it stands for none. */
export function parseFeedDate(given: string): number | null {
  const text = given
    .slice(0, maxLength)
    .replace(/\([^)]*\)/g, ' ')
    .trim()
    .replace(
      basicIso,
      (_date, ofYear, month, day, hour = '00', minute = '00', second = '00') =>
        `${ofYear}-${month}-${day}T${hour}:${minute}:${second}`,
    )
    .replace(dottedTime, '$1:$2:$3')
  const day = dayOf(text)
  if (day === null) return null
  const atTime = time.exec(text)
  const instant = day + (atTime ? timeOf(atTime) - offsetOf(text, atTime) : 0)
  // Programs print the epoch where they have no date.
  return Number.isFinite(instant) && Math.abs(instant) > 36 * hourMs ? instant : null
}

function dayOf(text: string): number | null {
  const iso = isoDay.exec(text)
  if (iso) return utcDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const usual = dayMonthYear.exec(text)
  if (usual) {
    const month = monthOf(usual[2])
    if (month > 0) return utcDay(fullYear(usual[3] ?? ''), month, Number(usual[1]))
  }
  const named = [...text.matchAll(new RegExp(monthDay, 'gu'))].find(([, name]) => monthOf(name) > 0)
  const ofYear = year.exec(text)
  return named && ofYear ? utcDay(Number(ofYear[1]), monthOf(named[1]), Number(named[2])) : null
}

function monthOf(name = ''): number {
  const wanted = name.toLowerCase()
  return months.findIndex((names) => names.has(wanted)) + 1
}

function fullYear(digits: string): number {
  const value = Number(digits)
  if (digits.length > 2) return value
  return value < 70 ? 2000 + value : 1900 + value
}

function utcDay(ofYear: number, month: number, day: number): number | null {
  if (month < 1 || month > 12 || day < 1 || day > 31 || ofYear < 1900) return null
  return Date.UTC(ofYear, month - 1, day)
}

function timeOf([, hours = '', minutes = '', seconds = '0', half = '']: RegExpExecArray): number {
  const isLater = /^p/i.test(half) && Number(hours) < 12
  const isMidnight = /^a/i.test(half) && Number(hours) === 12
  const hour = Number(hours) + (isLater ? 12 : 0) - (isMidnight ? 12 : 0)
  if (hour > 24 || Number(minutes) > 59) return 0
  return ((hour * 60 + Number(minutes)) * 60 + Math.min(59, Number(seconds))) * 1000
}

function offsetOf(text: string, atTime: RegExpExecArray): number {
  const rest = text.slice(atTime.index + atTime[0].length - 1)
  const numeric = offset.exec(rest)
  if (numeric) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0)
    return minutes > 14 * 60 ? 0 : (numeric[1] === '-' ? -1 : 1) * minutes * 60_000
  }
  const name = /\b([A-Z]{3,4})\b/.exec(rest.slice(1).toUpperCase())?.[1]
  return (zones[name ?? ''] ?? 0) * 60_000
}
