import { isFilled } from '@attune/contract/common/text/text'
import type { Goal, Objective } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { objectiveStates, planLimits } from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'
import { ActionIcon, Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '../../../../ui/list/AddButton.tsx'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { newObjective } from '../plan-values.ts'
import { TargetScoreFields } from './TargetScoreFields.tsx'
import classes from '../treatment-plan.module.css'

type Props = {
  goal: Goal
  number: number
  /** Whether missing texts are shown as errors. */
  checked: boolean
  onChange: (goal: Goal) => void
  onRemove: () => void
}

export function GoalFields({ goal, number, checked, onChange, onRemove }: Props) {
  const { t } = useTranslation('treatmentPlan')
  const { objectives } = goal
  const set = (part: Partial<Goal>) => onChange({ ...goal, ...part })
  return (
    <Section
      title={t('goal', { number })}
      action={
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onRemove}>
          {t('form.removeGoal')}
        </Button>
      }
    >
      <div className={classes.fields}>
        <Textarea
          autosize
          minRows={1}
          maxLength={planLimits.goal}
          label={t('form.goal')}
          placeholder={t('form.goalExample')}
          value={goal.text}
          error={checked && !isFilled(goal.text) && t('form.goalMissing')}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
        {objectives.map((objective, index) => (
          <ObjectiveFields
            key={objective.id}
            objective={objective}
            number={index + 1}
            checked={checked}
            onChange={(next) => set({ objectives: objectives.with(index, next) })}
            onRemove={() => set({ objectives: objectives.toSpliced(index, 1) })}
          />
        ))}
        {objectives.length < planLimits.objectives && (
          <div>
            <AddButton onClick={() => set({ objectives: [...objectives, newObjective()] })}>
              {t('form.addObjective')}
            </AddButton>
          </div>
        )}
      </div>
    </Section>
  )
}

type ObjectiveProps = {
  objective: Objective
  number: number
  checked: boolean
  onChange: (objective: Objective) => void
  onRemove: () => void
}

function ObjectiveFields({ objective, number, checked, onChange, onRemove }: ObjectiveProps) {
  const { t } = useTranslation('treatmentPlan')
  const { text, measure, target, score } = objective
  const set = (part: Partial<Objective>) => onChange({ ...objective, ...part })
  const missing = checked && !isFilled(text) && (isFilled(measure + target) || score !== undefined)
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('objective', { number })}</legend>
      <div className={classes.line}>
        <Textarea
          autosize
          minRows={1}
          maxLength={planLimits.objective}
          label={t('form.objective')}
          placeholder={t('form.objectiveExample')}
          value={text}
          error={missing && t('form.objectiveMissing')}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('form.removeObjective', { number })}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
      <MeasureFields objective={objective} set={set} />
      <TargetScoreFields score={objective.score} onChange={(score) => set({ score })} />
    </fieldset>
  )
}

type MeasureProps = { objective: Objective; set: (part: Partial<Objective>) => void }

function MeasureFields({ objective: { measure, target, targetOn, state }, set }: MeasureProps) {
  const { t } = useTranslation('treatmentPlan')
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('form.measure')}
        placeholder={t('form.measureExample')}
        maxLength={planLimits.measure}
        value={measure}
        onChange={(event) => set({ measure: event.currentTarget.value })}
      />
      <TextInput
        label={t('form.target')}
        placeholder={t('form.targetExample')}
        maxLength={planLimits.target}
        value={target}
        onChange={(event) => set({ target: event.currentTarget.value })}
      />
      <DateInput label={t('form.targetOn')} value={targetOn ?? ''} onChange={(day) => set({ targetOn: day || null })} />
      <NativeSelect
        label={t('form.state')}
        data={objectiveStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        value={state}
        onChange={(event) => set({ state: objectiveStates.find((one) => one === event.currentTarget.value) ?? 'open' })}
      />
    </div>
  )
}
