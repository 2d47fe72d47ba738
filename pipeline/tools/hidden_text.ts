/** Ways in which a text is hidden from people, while a model reads it. */
export type HiddenWay =
  | 'unicode_tags'
  | 'variation_selectors'
  | 'zero_width'
  | 'direction'
  | 'comment'
  | 'attribute'
  | 'styled_away'
  | 'out_of_sight'
  | 'encoded'

/** A text that people do not see. */
export interface HiddenText {
  way: HiddenWay
  text: string
  /** True within a sample of markup, where comments and hidden elements are usual. */
  isSample?: boolean
}
