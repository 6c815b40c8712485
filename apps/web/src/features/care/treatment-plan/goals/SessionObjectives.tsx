import type { ClientId, ObjectiveId, SessionId } from '@attune/contract/common/ids'
import type { ParticipantObjectives } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { planLimits } from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { PercentField } from './PercentField.tsx'
import classes from '../treatment-plan.module.css'
import { usePlanChange, useSubscribeToPlans } from '../use-plan.ts'

type Noted = { percent: number | null; comment: string }
type Objective = ParticipantObjectives['objectives'][number]

/** Lets the therapist tick the objectives that a session worked on and record the progress. Renders nothing if no participant has an objective. */
export function SessionObjectives({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation('treatmentPlan')
  useSubscribeToPlans()
  const read = useQuery(orpc.treatmentPlan.ofSession.queryOptions({ input: { sessionId } }))
  if (read.isPending) return <Pending />
  const items = read.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Section title={t('session.title')} hint={t('session.hint')}>
      {items.map(({ clientId, clientName, objectives }) => (
        <div key={clientId} className={classes.participant}>
          {items.length > 1 && <h3 className={classes.legend}>{clientName}</h3>}
          <ul className={classes.ticks}>
            {objectives.map((objective) => (
              <SessionObjective
                key={objective.id}
                of={{ sessionId, clientId, objectiveId: objective.id }}
                objective={objective}
              />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  )
}

type Props = { of: { sessionId: SessionId; clientId: ClientId; objectiveId: ObjectiveId }; objective: Objective }

/**
 * Lets the therapist record whether the session worked on an objective and, if so, the progress and a comment. Saves the progress and the comment
 * when their field loses the focus.
 */
function SessionObjective({ of, objective }: Props) {
  const { text, goal, worked, percent, lastPercent, comment } = objective
  const [entered, setEntered] = useState<Noted | null>(null)
  const { change, problem } = usePlanChange({
    send: (note: Noted & { worked: boolean }) => api.treatmentPlan.noteSession({ ...of, ...note }),
  })
  // The checkbox shows the choice until the response has arrived, and what was entered stays on the page until it is saved.
  const isWorked = entered !== null || (change.isPending ? change.variables.worked : worked)
  const save = () => {
    if (!entered || (entered.percent === percent && entered.comment === comment)) return
    const onSuccess = () => setEntered((newest) => (newest === entered ? null : newest))
    change.mutate({ worked: true, ...entered }, { onSuccess })
  }
  return (
    <li>
      <Checkbox
        label={text}
        description={goal}
        checked={isWorked}
        disabled={change.isPending && !entered}
        onChange={(event) => {
          setEntered(null)
          change.mutate({ worked: event.currentTarget.checked, percent: null, comment: '' })
        }}
      />
      {isWorked && (
        <WorkedFields
          text={text}
          values={entered ?? { percent, comment }}
          lastPercent={lastPercent}
          onChange={setEntered}
          onDone={save}
        />
      )}
      <FormError>{problem}</FormError>
    </li>
  )
}

type FieldsProps = {
  text: string
  values: Noted
  lastPercent: number | null
  onChange: (values: Noted) => void
  onDone: () => void
}

/** The progress and the comment of an objective that the session worked on. */
function WorkedFields({ text, values, lastPercent, onChange, onDone }: FieldsProps) {
  const { t } = useTranslation('treatmentPlan')
  return (
    <div className={classes.worked}>
      {values.percent === null ? (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => onChange({ ...values, percent: lastPercent ?? 0 })}>
            {t('session.addPercent')}
          </Button>
        </div>
      ) : (
        <PercentField
          label={t('progress.percent')}
          value={values.percent}
          onChange={(value) => onChange({ ...values, percent: value })}
          onDone={onDone}
        />
      )}
      <TextInput
        aria-label={t('session.comment', { objective: text })}
        placeholder={t('progress.comment')}
        maxLength={planLimits.comment}
        value={values.comment}
        onChange={(event) => onChange({ ...values, comment: event.currentTarget.value })}
        onBlur={onDone}
      />
    </div>
  )
}
