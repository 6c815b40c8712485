import type { AssistantAnswer } from '@attune/contract/features/assistant/assistant/assistant'

type Sentence = NonNullable<AssistantAnswer['sentences']>[number]
export type SourcePlace = Sentence['places'][number]

type AnswerPart = {
  from: number
  text: string
  /** Null if the part is not a sentence, for example a heading. */
  places: SourcePlace[] | null
}

/** Splits an answer into its sentences and the text between them. Omits parts that consist of white space. */
export function answerParts(text: string, sentences: readonly Sentence[]): AnswerPart[] {
  const parts: AnswerPart[] = []
  let end = 0
  for (const { from, to, places } of sentences) {
    parts.push({ from: end, text: text.slice(end, from).trim(), places: null })
    parts.push({ from, text: text.slice(from, to).trim(), places })
    end = to
  }
  parts.push({ from: end, text: text.slice(end).trim(), places: null })
  return parts.filter((part) => part.text !== '')
}
