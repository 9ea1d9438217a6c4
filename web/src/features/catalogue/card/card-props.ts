export interface CardProps<Item> {
  item: Item
  /** The card is seen at once. */
  first: boolean
  /** The level of its name among the page's headings. */
  heading: 'h2' | 'h3'
}
