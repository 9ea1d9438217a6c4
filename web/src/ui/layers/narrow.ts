/** Where what opens lies over the whole page: a phone, upright or lying. */
export const narrow = '(max-width: 759px), (max-height: 479px)'
