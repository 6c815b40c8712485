import type { MeasureContent, MeasureProblem } from '@attune/contract/features/care/measure/measure.schemas'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import classes from './MeasureEditor.module.css'
import { focusPart } from './MeasureItemList.tsx'

type Props = {
  problems: MeasureProblem[]
  content: MeasureContent
  /** Whether the therapist tried to release the measure, so that screen readers announce the list. */
  urgent: boolean
  onOpen: (id: string | null) => void
}

/** Lists the problems that prevent the release of a measure. Each opens its item or score. */
export function MeasureProblemList({ problems, content, urgent, onOpen }: Props) {
  const { t } = useTranslation('measure')
  if (problems.length === 0) return null
  const { items, scores, language } = content
  const place = (part: string) => {
    const at = items.findIndex(({ id }) => id === part)
    if (at >= 0) return t('problem.ofItem', { number: at + 1 })
    return scores.find(({ id }) => id === part)?.title[language] || t('score.untitled')
  }
  const open = ({ problem, part }: MeasureProblem) => {
    if (part !== null) onOpen(part)
    focusPart(part ?? (problem === 'no-right' ? 'source' : 'facts'))
  }
  return (
    <Callout kind={urgent ? 'danger' : 'warning'} urgent={urgent} title={t('problem.heading')}>
      <ul className={classes.problems}>
        {problems.map((one) => (
          <li key={`${one.problem} ${one.part}`}>
            <button type="button" onClick={() => open(one)}>
              {one.part !== null && `${place(one.part)}: `}
              {t(`problem.${one.problem}`)}
            </button>
          </li>
        ))}
      </ul>
    </Callout>
  )
}
