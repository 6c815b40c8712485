import { isStorable } from '../../../../common/text/text.ts'
import { measureLimits } from '../measure.limits.ts'
import { type MeasureContent, MeasureScore } from '../measure.schemas.ts'
import {
  type Element,
  extensionOf,
  extensionsOf,
  lose,
  numberOf,
  ownExtension,
  type Reading,
  stringOf,
  valueOf,
} from './fhir-elements.ts'
import { plainText, readText, writeText } from './fhir-texts.ts'

/** Returns the extension of Attune that contains a score. */
export function writeScore(score: MeasureScore, language: MeasureContent['language']): Element {
  const { id, title, items, method, missingUpTo, bands, alerts, better, reliableChange } = score
  const item = (one: (typeof items)[number]) => ({
    url: 'item',
    extension: [
      { url: 'linkId', valueString: one.item },
      { url: 'reverse', valueBoolean: one.reverse },
    ],
  })
  return {
    url: ownExtension.score,
    extension: [
      { url: 'id', valueString: id },
      { url: 'title', ...writeText(title, language, 'valueString') },
      ...items.map(item),
      { url: 'method', valueCode: method },
      { url: 'missingUpTo', valueInteger: missingUpTo },
      ...bands.map(({ from, text }) => ({
        url: 'band',
        extension: [
          { url: 'from', valueDecimal: from },
          { url: 'text', ...writeText(text, language, 'valueString') },
        ],
      })),
      ...alerts.map(({ when, at }) => ({
        url: 'alert',
        extension: [
          { url: 'when', valueCode: when },
          { url: 'at', valueDecimal: at },
        ],
      })),
      { url: 'better', valueCode: better },
      ...(reliableChange
        ? [
            {
              url: 'reliableChange',
              extension: [
                { url: 'points', valueDecimal: reliableChange.points },
                ...(reliableChange.source ? [{ url: 'source', valueString: reliableChange.source }] : []),
              ],
            },
          ]
        : []),
    ],
  }
}

const codeOf = (extension: Element, url: string) => stringOf(extensionOf(extension, url) ?? {}, 'valueCode')
const textIn = (extension: Element, url: string) => stringOf(extensionOf(extension, url) ?? {}, 'valueString')
const decimalIn = (extension: Element, url: string) =>
  numberOf(extensionOf(extension, url) ?? {}, 'valueDecimal', 'valueInteger')

function readScore(reading: Reading, extension: Element, place: number): MeasureScore | null {
  const id = textIn(extension, 'id') || `score ${place}`
  const local = (element: Element, url: string, max: number) =>
    readText(reading, extensionOf(element, url) ?? {}, 'valueString', { part: id, max })
  const change = extensionOf(extension, 'reliableChange')
  const source = change ? textIn(change, 'source') : ''
  const raw = {
    id,
    title: local(extension, 'title', measureLimits.title),
    items: extensionsOf(extension, 'item').map((item) => ({
      item: textIn(item, 'linkId'),
      reverse: valueOf(extensionOf(item, 'reverse') ?? {}, 'valueBoolean') === true,
    })),
    method: codeOf(extension, 'method') || 'sum',
    missingUpTo: numberOf(extensionOf(extension, 'missingUpTo') ?? {}, 'valueInteger') ?? 0,
    bands: extensionsOf(extension, 'band').map((band) => ({
      from: decimalIn(band, 'from'),
      text: local(band, 'text', measureLimits.band),
    })),
    alerts: extensionsOf(extension, 'alert').map((alert) => ({
      when: codeOf(alert, 'when'),
      at: decimalIn(alert, 'at'),
    })),
    better: codeOf(extension, 'better') || 'lower',
    reliableChange: change
      ? {
          points: decimalIn(change, 'points'),
          source: plainText(reading, source, { part: id, max: measureLimits.source, name: 'source' }),
        }
      : null,
  }
  const score = MeasureScore.safeParse(raw)
  return score.success && isStorable(id) ? score.data : null
}

/** Reads the scores that Attune wrote into a file. Reports a score that is damaged, occurs twice or is beyond the maximum number of scores. */
export function readScores(reading: Reading, root: Element): MeasureScore[] {
  const found = new Map<string, MeasureScore>()
  for (const [index, extension] of extensionsOf(root, ownExtension.score).entries()) {
    const score = index < measureLimits.scores ? readScore(reading, extension, index + 1) : null
    if (score && !found.has(score.id)) found.set(score.id, score)
    else lose(reading, 'extension', null, 'measure-score')
  }
  return [...found.values()]
}
