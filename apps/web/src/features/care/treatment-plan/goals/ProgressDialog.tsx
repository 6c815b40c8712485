import type { ClientId, ProgressId } from '@attune/contract/common/ids'
import type { Objective } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { planLimits } from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'
import { ActionIcon, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { useDraft, useForm } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { dateText, localDay } from '../../../../ui/page/date-text.ts'
import type { NotedProgress } from './GoalList.tsx'
import { PercentField } from './PercentField.tsx'
import classes from '../treatment-plan.module.css'
import { usePlanChange } from '../use-plan.ts'

type Props = { clientId: ClientId; objective: Objective; noted: readonly NotedProgress[]; onClose: () => void }

/** Records the progress on an objective on a day, and lists earlier entries. */
export function ProgressDialog({ clientId, objective, noted, onClose }: Props) {
  const { t } = useTranslation(['treatmentPlan', 'common'])
  const draft = useProgressDraft(objective, noted)
  const { id, notedOn, percent, comment } = draft.value
  const form = useForm(draft)
  const { change, problem } = usePlanChange({
    send: (value: number) =>
      api.treatmentPlan.addProgress({ id, clientId, objectiveId: objective.id, notedOn, percent: value, comment }),
    done: t('progress.saved'),
    onDone: () => {
      draft.forget()
      onClose()
    },
  })
  return (
    <FormDialog
      wide
      title={t('progress.title')}
      submit={t('progress.save')}
      back={t('common:cancel')}
      busy={change.isPending}
      dirty={draft.dirty}
      problem={problem}
      onClose={onClose}
      onSubmit={() => percent !== null && notedOn && change.mutate(percent)}
    >
      <p className={classes.text}>{objective.text}</p>
      <DraftCallout draft={draft} />
      <PercentField
        label={t('progress.percent')}
        value={percent ?? 0}
        onChange={(next) => form.change({ percent: next })}
      />
      <DateInput
        past
        required
        label={t('progress.day')}
        value={notedOn}
        onChange={(next) => form.change({ notedOn: next })}
      />
      <CommentField value={comment} onChange={(next) => form.change({ comment: next })} />
      <NotedList clientId={clientId} noted={noted} />
    </FormDialog>
  )
}

function useProgressDraft(objective: Objective, noted: readonly NotedProgress[]) {
  const locale = useLocale()
  return useDraft(`plan-progress-${objective.id}`, () => ({
    id: createId(),
    notedOn: localDay(new Date().toISOString(), locale),
    percent: noted.findLast((each) => each.percent !== null)?.percent ?? (0 as number | null),
    comment: '',
  }))
}

function CommentField({ value, onChange }: { value: string; onChange: (comment: string) => void }) {
  const { t } = useTranslation('treatmentPlan')
  return (
    <Textarea
      autosize
      minRows={2}
      maxLength={planLimits.comment}
      label={t('progress.comment')}
      description={t('onlyYou')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Lists the progress entries of an objective, latest first, each with a button that deletes it. */
function NotedList({ clientId, noted }: Pick<Props, 'clientId' | 'noted'>) {
  const { t } = useTranslation('treatmentPlan')
  const { language } = useLocale()
  const { change, problem } = usePlanChange({
    send: (id: ProgressId) => api.treatmentPlan.removeProgress({ clientId, id }),
    done: t('progress.removed'),
  })
  if (noted.length === 0) return null
  return (
    <>
      <ul className={classes.noted} aria-label={t('progress.earlier')}>
        {noted.toReversed().map(({ id, notedOn, percent, comment }) => (
          <li key={id ?? notedOn}>
            <div className={classes.texts}>
              <span>
                <strong>{percent === null ? t('progress.worked') : t('percent', { value: percent })}</strong>{' '}
                <span className={classes.quiet}>{dateText(notedOn, language)}</span>
              </span>
              {comment && <span className={classes.comment}>{comment}</span>}
            </div>
            {id && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('progress.remove', { day: dateText(notedOn, language) })}
                onClick={() => change.mutate(id)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      <FormError>{problem}</FormError>
    </>
  )
}
