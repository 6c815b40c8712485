import { planLimits } from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '../../../../ui/list/AddButton.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from '../treatment-plan.module.css'

type Props = { lines: string[]; onChange: (lines: string[]) => void }

/** Edits the interventions of a plan, one line each. */
export function InterventionFields({ lines, onChange }: Props) {
  const { t } = useTranslation('treatmentPlan')
  return (
    <Section title={t('interventions')} hint={t('onlyYou')}>
      <div className={classes.fields}>
        {lines.map((line, index) => (
          <div key={index} className={classes.line}>
            <TextInput
              aria-label={t('form.intervention', { number: index + 1 })}
              placeholder={t('form.interventionExample')}
              maxLength={planLimits.intervention}
              value={line}
              onChange={(event) => onChange(lines.with(index, event.currentTarget.value))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('form.removeIntervention', { number: index + 1 })}
              onClick={() => onChange(lines.toSpliced(index, 1))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {lines.length < planLimits.interventions && (
          <div>
            <AddButton onClick={() => onChange([...lines, ''])}>{t('form.addIntervention')}</AddButton>
          </div>
        )}
      </div>
    </Section>
  )
}
