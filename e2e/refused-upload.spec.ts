import { writeFile } from 'node:fs/promises'
import { expect, makeEditor, openSignedIn, test } from './people.ts'
import { refused } from './trouble.ts'

// A trace would fetch the preview that is no picture, against the page's policy.
test.use({ trace: 'off' })

test('files of another kind are refused, each with a sentence at its field, and what was typed stays', async ({
  page,
  site,
  trouble,
}, testInfo) => {
  trouble.expect(refused)
  await openSignedIn(page, await makeEditor(site), '/edit/audio-books/create')
  await page.getByLabel('Name', { exact: true }).fill('Not a Cover')
  const html = testInfo.outputPath('cover.jpg')
  await writeFile(html, '<html><script>alert(1)</script></html>')
  const mp3 = testInfo.outputPath('audio.mp3')
  await writeFile(mp3, 'no sound')
  await page.getByLabel('Cover image file', { exact: true }).setInputFiles(html)
  await page.getByLabel('Audio file', { exact: true }).setInputFiles(mp3)
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Audio Book create failed')).toBeVisible()
  for (const field of ['Audio', 'Cover image'])
    await expect(page.getByRole('group', { name: field, exact: true })).toContainText(
      'This kind of file is not supported.',
    )
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Not a Cover')
})
