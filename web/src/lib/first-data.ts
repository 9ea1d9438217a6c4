import { type FirstData, firstDataElementId } from '@earmark/contract/first-data.ts'

const none: FirstData = { apiRoot: '/api', answers: {} }

/** What the server wrote into the page; nothing when the page comes from the development server. */
function readFirstData(): FirstData {
  const text = document.getElementById(firstDataElementId)?.textContent
  return text ? { ...none, ...(JSON.parse(text) as Partial<FirstData>) } : none
}

export const firstData: FirstData = readFirstData()
