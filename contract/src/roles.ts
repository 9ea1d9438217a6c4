/** Roles, each including the ones before it: an Admin may do all that an Editor may, an Editor all that a User may. */
export const roles = ['User', 'Editor', 'Admin'] as const

export type Role = (typeof roles)[number]

/** Whether a person with `role` (null: nobody signed in) may do what `required` may. */
export function includesRole(role: Role | null, required: Role): boolean {
  return role !== null && roles.indexOf(role) >= roles.indexOf(required)
}
