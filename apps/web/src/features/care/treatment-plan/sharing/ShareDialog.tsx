import type { PlanVersion, PlanView } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import classes from '../treatment-plan.module.css'
import { usePlanChange } from '../use-plan.ts'

type Props = { view: PlanView; plan: PlanVersion; onClose: () => void }

/** Shares the latest version with the client. Preselects only the diagnoses that the client can already read. */
export function ShareDialog({ view, plan, onClose }: Props) {
  const { t } = useTranslation(['treatmentPlan', 'common'])
  const { clientId, clientName, diagnoses, share, hasAccount } = view
  const names = new Intl.ListFormat(currentLanguage()).format(view.guardians.map(({ name }) => name))
  const [asksSignature, setAsksSignature] = useState(share?.asksSignature ?? false)
  const [chosen, setChosen] = useState(() => diagnoses.filter(({ shared }) => shared).map(({ id }) => id))
  const { change, problem } = usePlanChange({
    send: () => api.treatmentPlan.share({ clientId, versionId: plan.id, asksSignature, diagnosisIds: chosen }),
    done: t(hasAccount ? 'share.done' : 'share.doneGuardians', { name: clientName }),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('share.share')}
      submit={t('share.share')}
      back={t('common:cancel')}
      busy={change.isPending}
      problem={problem}
      onClose={onClose}
      onSubmit={() => change.mutate(undefined)}
    >
      <p className={classes.text}>
        {t(hasAccount ? 'share.what' : 'share.whatGuardians', { name: clientName, number: plan.number, names })}
      </p>
      {hasAccount && names && <p className={classes.text}>{t('share.guardiansToo', { names })}</p>}
      {hasAccount && (
        <Checkbox
          label={t('share.asks', { name: clientName })}
          description={t('sign.simple')}
          checked={asksSignature}
          onChange={(event) => setAsksSignature(event.currentTarget.checked)}
        />
      )}
      {diagnoses.length > 0 && <DiagnosisChoice view={view} names={names} chosen={chosen} onChange={setChosen} />}
    </FormDialog>
  )
}

type ChoiceProps = {
  view: Pick<PlanView, 'clientName' | 'diagnoses'>
  /** The names of the guardians who see the plan; empty if there are none. */
  names: string
  chosen: PlanView['diagnoses'][number]['id'][]
  onChange: (chosen: ChoiceProps['chosen']) => void
}

/** The diagnoses that are shared with the plan. */
function DiagnosisChoice({ view: { clientName, diagnoses }, names, chosen, onChange }: ChoiceProps) {
  const { t } = useTranslation('treatmentPlan')
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('share.diagnoses')}</legend>
      <p className={classes.quiet}>
        {t('share.diagnosesHint', { name: clientName })} {names && t('share.diagnosesGuardians')}
      </p>
      <Stack gap={8}>
        {diagnoses.map(({ id, code, text }) => (
          <Checkbox
            key={id}
            label={`${code} ${text}`.trim()}
            checked={chosen.includes(id)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </Stack>
    </fieldset>
  )
}
