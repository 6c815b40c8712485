import { foldForSearch } from '../common/text.ts'

/** The estimates that the assistant never gives. */
export type ForbiddenTopic = 'diagnosis' | 'risk'

/** Returns which estimate a question asks for; null if it asks for none. */
export function forbiddenTopic(text: string): ForbiddenTopic | null {
  const folded = foldForSearch(text)
  return /diagnos/.test(folded) ? 'diagnosis' : /suicid|suizid|risk|risiko|risque|riesgo/.test(folded) ? 'risk' : null
}
