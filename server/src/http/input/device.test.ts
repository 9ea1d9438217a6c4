import { expect, it } from 'vitest'
import { deviceNameOf } from './device.ts'

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)'

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${blink} Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${blink.replace('Chrome', 'HeadlessChrome')}`, 'Chrome on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 OPR/122.0.0.0`, 'Opera on Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.6 Safari/605.1.15`, 'Safari on Mac'],
  [`${iPhone} ${webKit} Version/18.6 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${iPhone} ${webKit} CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [`${iPhone} ${webKit} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone'],
  [`Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) ${webKit} Version/17.7 Safari/604.1`, 'Safari on iPad'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${blink} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-S901B) ${blink.replace('Chrome', 'SamsungBrowser/28.0 Chrome')} Mobile`,
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Safari/537.36`, 'Chrome on ChromeOS'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', 'Firefox on Android'],
  ['AppleCoreMedia/1.0.0 (iPhone; U; CPU OS 18_6 like Mac OS X)', 'iPhone'],
  ['curl/8.14.1', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
  ['', 'Unknown device'],
  [undefined, 'Unknown device'],
])('calls %s %s', (agent, name) => {
  expect(deviceNameOf({ headers: agent === undefined ? {} : { 'user-agent': agent } })).toBe(name)
})
