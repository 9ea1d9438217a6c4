import fc from 'fast-check'
import { addressDeformations } from './address-deformations.ts'
import { bodyDeformations } from './body-deformations.ts'
import type { Deform } from './draft.ts'
import { headerDeformations } from './header-deformations.ts'

/** What goes wrong with a request. */
export const deformation: fc.Arbitrary<Deform> = fc.oneof(
  { weight: 5, arbitrary: bodyDeformations },
  { weight: 4, arbitrary: addressDeformations },
  { weight: 3, arbitrary: headerDeformations },
)
