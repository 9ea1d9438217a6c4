/**
 * What of Chromium the journeys do without. It heeds one such list, the last, so what Playwright switches off stands
 * here again.
 */
const byPlaywright = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

/** Pages of the browser's own behind its address bar, loaded with each window: they took a third of the journeys. */
const addressBar = ['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup']

export const switchedOff = `--disable-features=${[...byPlaywright, ...addressBar].join(',')}`
