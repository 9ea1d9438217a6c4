/**
 * Ways to name a file that nobody was meant to name: targets beside and above the folders that are served, climbed to
 * in every spelling that some decoder has once taken for `../`; and names that mean something to some system by
 * themselves. Kept as they are written; in an address, what cannot stand there is percent-encoded.
 */

/** A step up, and what separates it from the next, by lines. */
const stepsUp = String.raw`
.. /
.. \
.. //
.. \/
./.. /
... /
.... //
.... \\
..; /
.. %2f
.. %5c
%2e%2e /
%2e%2e %2f
%2E%2E %5C
.%2e /
%2e. /
.. %252f
%252e%252e %252f
%25252e%25252e %25252f
.. %c0%af
.. %c1%9c
%c0%ae%c0%ae /
%c0%ae%c0%ae %c0%af
%e0%80%ae%e0%80%ae %e0%80%af
%f0%80%80%ae%f0%80%80%ae %f0%80%80%af
.. %u2215
%u002e%u002e %u002f
..%00 /
..%0d /
..%09 /
..%20 /
%00.. /
‥ /
.. ∕
.. ⁄
.. ／
．． ／
.. ＼
%ef%bc%8e%ef%bc%8e %ef%bc%8f
。。 /`
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [dots: string, separator: string])

const targets = ['canary.txt', 'data/token-secret', 'data/earmark.sqlite', 'web/.vite/canary.txt']
const steps = [1, 2, 3, 8]

export const climbs = stepsUp.flatMap(([dots, separator]) =>
  targets.map(
    (target, place) => (dots + separator).repeat(steps[place] as number) + target.replaceAll('/', separator),
  ),
)

/** As other programs than ours would name a file of a folder, or be made to write one there. */
const absolute = String.raw`
ROOT/canary.txt
/ROOT/canary.txt
//localhostROOT/canary.txt
file://ROOT/canary.txt
file://localhostROOT/canary.txt
ROOT/canary.txt%00.jpg
ROOT%2fcanary.txt
/proc/self/root/ROOT/canary.txt
/proc/self/cwd/../../../../ROOT/canary.txt
/dev/fd/../../../ROOT/canary.txt
~/../../ROOT/canary.txt
$(cat ROOT/canary.txt)
|cat ROOT/canary.txt
;cat ROOT/canary.txt;
@ROOT/canary.txt
<ROOT/canary.txt
ROOT/written.txt
>ROOT/written.txt
;touch ROOT/written.txt;
$(touch ROOT/written.txt)
|touch ROOT/written.txt
ROOT/data/../canary.txt
ROOT/canary.txt/
ROOT/canary.txt::$DATA
ROOT/CANARY.TXT
zip:ROOT/canary.txt%23x
php://filter/resource=ROOT/canary.txt
concat:ROOT/canary.txt
subfile,,start,0,end,9,,:ROOT/canary.txt
ROOT/data
ROOT/web/index.html`
  .trim()
  .split('\n')

/** Shares, devices, patterns, and what lies about in folders. */
const names = String.raw`
\\localhost\c$\canary.txt \\?\C:\canary.txt \\.\C:\canary.txt \\.\pipe\canary //./canary.txt //localhost/c/canary.txt
C:\canary.txt C:/canary.txt C:canary.txt c|/canary.txt C%3A%5Ccanary.txt CON NUL AUX PRN COM1 COM¹ LPT1.txt CONIN$ nul.png
/dev/null /dev/zero /dev/stdin /dev/tcp/127.0.0.1/1 /proc/self/environ /proc/self/fd/0 /proc/self/cmdline /proc/1/maps
x/../canary.txt x/../../canary.txt 1/../../canary.txt 1%2f..%2f..%2fcanary.txt index.html/../../canary.txt ..:canary.txt
assets/../../canary.txt assets%2f..%2f..%2fcanary.txt static/../../package.json static%2f..%2f..%2fpackage.json ..;canary.txt
/etc/passwd /etc/passwd%00 /etc//passwd /etc/./passwd etc/passwd file:///etc/passwd
. .. ... / // \ ./ ../ %2e %2e%2e %2f %5c %00 %0a %0d%0aX:y %ff % %2 %zz
.env .git/config .git%2fconfig package.json ../package.json index.html .vite/routes.json .vite%2froutes.json
first-admin.txt token-secret earmark.sqlite earmark.sqlite-wal incoming incoming/../canary.txt quarantine outbox
* ? **/canary.txt {canary,x}.txt [c]anary.txt canary.txt. canary.txt%20 canary.txt;.jpg canary.txt%3b.jpg
canary.txt#.jpg canary.txt%23.jpg canary.txt?.jpg canary.txt%3f.jpg __proto__ constructor hasOwnProperty`
  .trim()
  .split(/\s/)

const unprintable = [
  '\0',
  'canary.txt\0.jpg',
  ' canary.txt',
  'canary.txt ',
  'canary.txt\r\n.jpg',
  'canary\u202etxt.gpj',
]

const long = [
  `${'../'.repeat(400)}canary.txt`,
  `${'%2e%2e%2f'.repeat(120)}canary.txt`,
  `${'..\\'.repeat(400)}canary.txt`,
  `${'./'.repeat(500)}canary.txt`,
  `${'/'.repeat(1000)}canary.txt`,
  `${'a/../'.repeat(200)}../canary.txt`,
  `${'x'.repeat(255)}/../../canary.txt`,
  `${'é'.repeat(300)}/../canary.txt`,
  'x'.repeat(4096),
]

/** @param root the folder in which the canaries are */
export function traversalStrings(root: string): string[] {
  return [
    ...climbs,
    ...absolute.map((text) => text.replaceAll('ROOT', root)),
    ...names,
    ...unprintable,
    ...long,
  ]
}
