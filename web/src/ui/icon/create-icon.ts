import { createElement, type ComponentProps, type FunctionComponent } from 'react'

interface IconProps extends ComponentProps<'svg'> {
  size?: number | string
}

interface Drawing {
  size: number
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}

/**
 * Stands in for the icon library's own function of this kind (see the alias in vite.config.ts), which serves many
 * frameworks and settings that nobody here uses. The icons are drawn as it draws them, without its class names.
 */
function createIcon({ size: side, node }: Drawing): FunctionComponent<IconProps> {
  return function Icon({ size = 24, strokeWidth = 2, ...rest }) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: `0 0 ${side} ${side}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': !('aria-label' in rest),
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}

// oxlint-disable-next-line import/no-default-export -- it replaces a module that is imported by default
export default createIcon
