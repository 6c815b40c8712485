import type { Language } from '@attune/contract/common/text/text.schemas'
import { isFilled, languages } from '@attune/contract/common/text/text'
import type { MeasureAnswers, MeasureContent } from '@attune/contract/features/care/measure/measure.schemas'
import { askedItems } from '@attune/contract/features/care/measure/measure.scores'

/**
 * Returns the language in which a measure is shown: the reader's language if at least one item has a text in this language, otherwise the measure's
 * main language.
 */
export function languageOfMeasure({ items, language }: MeasureContent, reader: string): Language {
  const wanted = languages.find((one) => one === reader)
  return wanted && items.some(({ text }) => isFilled(text[wanted] ?? '')) ? wanted : language
}

/** Returns the number of each item that can be answered, as the fields show it, by item id. Headings and texts have no number. */
export const questionNumbers = ({ items }: Pick<MeasureContent, 'items'>): Map<string, number> =>
  new Map(items.filter((item) => 'required' in item).map(({ id }, place) => [id, place + 1]))

/** A screen that asks one question: the id of its item, and the ids of all items that it shows. */
export type QuestionScreen = { id: string; shown: string[] }

/**
 * Returns one screen per question that is asked. A screen repeats the headings of its groups, and shows the texts above its question; the last screen
 * also shows the texts below its question.
 */
export function questionScreens(content: Pick<MeasureContent, 'items'>, answers: MeasureAnswers): QuestionScreen[] {
  const asked = askedItems(content, answers)
  const parents = new Map(content.items.map(({ id, parent }) => [id, parent]))
  const screens: QuestionScreen[] = []
  let above: string[] = []
  for (const { id, kind } of content.items) {
    if (!asked.has(id) || kind === 'group') continue
    if (kind === 'display') above.push(id)
    else {
      screens.push({ id, shown: [...groupsOf(id, parents), ...above, id] })
      above = []
    }
  }
  screens.at(-1)?.shown.push(...above)
  return screens
}

function groupsOf(id: string, parents: Map<string, string | null>): string[] {
  const groups: string[] = []
  for (let at = parents.get(id); at && !groups.includes(at); at = parents.get(at)) groups.push(at)
  return groups
}
