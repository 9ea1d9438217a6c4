import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { messages } from '../messages.ts'
import styles from './theme-choice.module.css'
import { chooseTheme, themes, useTheme } from './theme.ts'

export const themeIcons = { system: Monitor, light: Sun, dark: Moon } as const

export function ThemeChoice() {
  const current = useTheme((state) => state.theme)
  const group = useId()
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>
        <VisuallyHidden>{messages.theme}</VisuallyHidden>
      </legend>
      {themes.map((theme) => {
        const Icon = themeIcons[theme]
        return (
          <label key={theme} className={styles.option}>
            <input
              type="radio"
              name={group}
              value={theme}
              checked={theme === current}
              onChange={() => chooseTheme(theme)}
            />
            <Icon size={16} aria-hidden="true" />
            {messages.themes[theme]}
          </label>
        )
      })}
    </fieldset>
  )
}
