interface LeftOut {
  /** Of Firefox ESR 140 or of Playwright's way to it. */
  readonly reason: string
  /** In Playwright's `file describe title`. */
  readonly journeys: readonly RegExp[]
}

const inFirefox: readonly LeftOut[] = [
  {
    reason: 'Playwright makes no phone of Firefox',
    journeys: [/phone\.spec\.ts/, /episodes\.spec\.ts on a phone/],
  },
  {
    reason: 'its WebDriver takes no connection away',
    journeys: [
      /offline\.spec\.ts/,
      /without a connection a bookmark waits/,
      /offline, killed and back: nothing is lost/,
    ],
  },
  {
    reason: 'its WebDriver emulates no media features',
    journeys: [
      /people-screens\.spec\.ts/,
      /the theme follows the system until/,
      /in forced colours every control/,
      /without motion nothing moves/,
      /the line stands still for people who want nothing to move/,
    ],
  },
  {
    reason: 'its WebDriver does not switch scripts off',
    journeys: [/without JavaScript the page says what it needs/],
  },
  {
    reason: 'its WebDriver tells nothing of downloads',
    journeys: [/an editor brings a list of subscriptions in/],
  },
  {
    reason: 'its WebDriver tells nothing of file dialogs',
    journeys: [/gives a creator a picture, a text and links/, /an audio book of several files/],
  },
  {
    reason: 'its WebDriver puts files into a field, and no folder',
    journeys: [/a folder of 200 files/],
  },
  {
    reason:
      'behind the end of a page its WebDriver presses Tab in the bars of the browser, and does not come back',
    journeys: [
      /an editor fills the library and clears it again with the keyboard alone/,
      /an editor fills every field of an audio book with the keyboard alone/,
      /by keys alone a filter, a range of rows/,
      /a listener finds a book, signs in, keeps it and plays it with the keyboard alone/,
      /an app is connected by keys/,
    ],
  },
  {
    reason: 'its WebDriver does not tell what a request carries',
    journeys: [/a queue goes on on another device at the listener’s word/],
  },
  {
    reason: 'what is compared is the accessibility tree of Chromium',
    journeys: [/trees\.spec\.ts/, /every-screen\.spec\.ts/],
  },
  {
    reason: 'they speak to Chromium by its DevTools protocol',
    journeys: [
      /way-back\.spec\.ts/,
      /on a slow network the page says that it loads/,
      /the player comes in its full height, on a slow machine/,
      /where both have gone on, the listener is asked/,
    ],
  },
]

/** Journeys that do not run in Firefox. */
export const leftOut = inFirefox.flatMap(({ journeys }) => journeys)
