import type { ClientId } from '@attune/contract/common/ids'
import { questionnaires } from '@attune/contract/features/care/task/task.rules'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useScoreText } from '../detail/score-text.ts'

/**
 * Returns the latest score of a client's questionnaire in the last 52 weeks, with its time and its text with range and band. Returns null if there is
 * none, and undefined while it is loading or if it could not be loaded.
 */
export function useLatestScore(clientId: ClientId, questionnaire: string) {
  const scoreText = useScoreText()
  const { data } = useQuery(orpc.task.progress.queryOptions({ input: { clientId, weeks: 52 } }))
  if (!data) return undefined
  const name = questionnaires.find((one) => one === questionnaire)
  const last = data.scores.findLast((one) => one.name === name)
  return last ? { score: last.score, at: last.at, text: scoreText(last.name, last.score) } : null
}
