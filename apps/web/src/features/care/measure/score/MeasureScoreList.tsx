import { measureLimits } from '@attune/contract/features/care/measure/measure.limits'
import type {
  MeasureContent,
  MeasureProblem,
  MeasureScore,
} from '@attune/contract/features/care/measure/measure.schemas'
import { rangeOfScore } from '@attune/contract/features/care/measure/measure.scores'
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import type { TextLanguages } from '../write/LocalTextField.tsx'
import classes from '../write/MeasureEditor.module.css'
import { newScore } from '../write/measure-parts.ts'
import { useLatest } from '../write/use-latest.ts'
import { focusPart } from '../write/MeasureItemList.tsx'
import { ScoreFields } from './ScoreFields.tsx'

type Props = TextLanguages & {
  content: MeasureContent
  problems: MeasureProblem[]
  open: string | null
  onOpen: (id: string | null) => void
  onChange: (part: Pick<MeasureContent, 'scores'>) => void
}

/** The scores of a measure, one of them open. The first one is its main score. */
export function MeasureScoreList({ content, problems, open, onOpen, onChange, ...languages }: Props) {
  const { t } = useTranslation('measure')
  const { scores } = content
  const add = () => {
    const score = newScore(content)
    onChange({ scores: [...scores, score] })
    onOpen(score.id)
    focusPart(score.id)
  }
  const latest = useLatest({ scores, onChange })
  const remove = (at: number) => {
    const removed = scores.slice(at, at + 1)
    onChange({ scores: scores.toSpliced(at, 1) })
    const restore = () => latest.current.onChange({ scores: latest.current.scores.toSpliced(at, 0, ...removed) })
    const undo = { label: t('undo'), onClick: restore }
    toast({ variant: 'success', title: t('score.removed'), action: undo })
  }
  return (
    <Section title={t('score.titles')} hint={t('score.hint')}>
      <div className={classes.group}>
        <ol className={classes.list}>
          {scores.map((score, at) => (
            <ScoreRow
              key={score.id}
              {...languages}
              content={content}
              score={score}
              problems={problems.filter(({ part }) => part === score.id).map(({ problem }) => problem)}
              isOpen={open === score.id}
              onOpen={() => onOpen(open === score.id ? null : score.id)}
              onChange={(next) => onChange({ scores: scores.with(at, next) })}
              onRemove={() => remove(at)}
            />
          ))}
        </ol>
        <Button
          className={classes.start}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={scores.length >= measureLimits.scores}
          onClick={add}
        >
          {t('score.add')}
        </Button>
      </div>
    </Section>
  )
}

type RowProps = TextLanguages & {
  content: MeasureContent
  score: MeasureScore
  problems: MeasureProblem['problem'][]
  isOpen: boolean
  onOpen: () => void
  onChange: (score: MeasureScore) => void
  onRemove: () => void
}

function ScoreRow({ isOpen, onOpen, onRemove, ...props }: RowProps) {
  const { t } = useTranslation(['measure', 'common'])
  const { content, score, problems, language, main } = props
  const range = rangeOfScore(content, score)
  const title = score.title[language] || score.title[main] || t('score.untitled')
  return (
    <li id={`part-${score.id}`} className={classes.part} data-problem={problems.length > 0 || undefined}>
      <div className={classes.head}>
        <button type="button" className={classes.open} aria-expanded={isOpen} onClick={onOpen}>
          <span>{title}</span>
          <span className={classes.kind}>
            {t('score.items', { count: score.items.length })}
            {range && ` · ${t('score.range', range)}`}
            {problems.length > 0 && !isOpen && ` · ${problems.map((problem) => t(`problem.${problem}`)).join(' ')}`}
          </span>
        </button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={t('common:labelled', { label: t('score.remove'), text: title })}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
      {isOpen && <ScoreFields {...props} />}
    </li>
  )
}
