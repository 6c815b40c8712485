/** The maximum numbers of characters and parts of a measure. */
export const measureLimits = {
  title: 200,
  intro: 4_000,
  item: 2_000,
  option: 500,
  unit: 60,
  band: 200,
  source: 2_000,
  items: 100,
  options: 30,
  scores: 20,
  bands: 20,
  alerts: 10,
  conditions: 5,
  /** The levels of groups in groups. */
  depth: 5,
  answer: 5_000,
  measures: 200,
} as const

/**
 * The kinds of items. `choice`, `yes-no` and `number` can give points. `text` is answered without points. `display` and `group` are only read; a group
 * contains the items whose `parent` it is.
 */
export const measureItemKinds = ['choice', 'yes-no', 'number', 'text', 'display', 'group'] as const
export type MeasureItemKind = (typeof measureItemKinds)[number]

export const conditionOperators = ['=', '!=', '>', '<', '>=', '<=', 'answered', 'not-answered'] as const

/** By what right a practice uses a measure. */
export const measureRights = ['public', 'licence', 'permission', 'own'] as const
