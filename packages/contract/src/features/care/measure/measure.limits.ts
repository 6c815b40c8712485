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
  /** The maximum depth of nested groups. */
  depth: 5,
  answer: 5_000,
  measures: 200,
} as const

/**
 * The maximum number of characters of a file with a FHIR Questionnaire. A request of this size has less than 1 MiB, because most characters of such a
 * file are spaces, letters and quotation marks.
 */
export const maxMeasureFileLength = 700_000

/**
 * The kinds of items. `choice`, `yes-no` and `number` can give points. `text` is answered without points. `display` and `group` are only read; a
 * group contains the items whose `parent` it is.
 */
export const measureItemKinds = ['choice', 'yes-no', 'number', 'text', 'display', 'group'] as const
export type MeasureItemKind = (typeof measureItemKinds)[number]

export const conditionOperators = ['=', '!=', '>', '<', '>=', '<=', 'answered', 'not-answered'] as const

/** The grounds on which a practice may use a measure. */
export const measureRights = ['public', 'licence', 'permission', 'own'] as const
