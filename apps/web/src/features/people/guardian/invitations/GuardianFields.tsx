import {
  type GuardianBasis,
  type GuardianRight,
  guardianRights,
} from '@attune/contract/features/people/guardian/guardian.rules'
import { Button, Checkbox, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '../../../../ui/choice/ChoiceChips.tsx'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import classes from './Guardians.module.css'

export type GuardianDraft = {
  rights: GuardianRight[]
  basis: GuardianBasis
  /** `YYYY-MM-DD`, or empty. */
  validUntil: string
  knowsOthers: boolean
  reachesBack: boolean
}

type Props = {
  draft: GuardianDraft
  problems: 'until'[]
  onChange: (part: Partial<GuardianDraft>) => void
  /** The name of the guardian and the first name of the client. */
  names: { name: string; client: string }
  bases: readonly GuardianBasis[]
  suggested: readonly GuardianRight[]
}

/**
 * The fields of a guardian: the rights, the basis, the last day, whether the guardian sees the names of other guardians, and whether new rights
 * include earlier data.
 */
export function GuardianFields({ draft, problems, onChange, names, bases, suggested }: Props) {
  const { t } = useTranslation('guardianInvitation')
  return (
    <>
      <Text size="sm">{t('dialog.text', names)}</Text>
      <RightChoices chosen={draft.rights} suggested={suggested} onChange={(rights) => onChange({ rights })} />
      <Text size="sm" c="dimmed">
        {t('dialog.law')} {t('dialog.never', names)}
      </Text>
      {bases.length > 1 && (
        <ChoiceChips
          label={t('dialog.basis')}
          value={draft.basis}
          options={bases.map((value) => ({ value, label: t(`basis.${value}`) }))}
          onChange={(basis) => onChange({ basis })}
        />
      )}
      {draft.basis !== 'parent' && (
        <DateInput
          label={t('dialog.until')}
          value={draft.validUntil}
          error={problems.includes('until') && t('dialog.untilMissing')}
          onChange={(validUntil) => onChange({ validUntil })}
        />
      )}
      <Switch
        label={t('dialog.knowsOthers')}
        description={t('dialog.knowsOthersHint', names)}
        checked={draft.knowsOthers}
        onChange={(event) => onChange({ knowsOthers: event.currentTarget.checked })}
      />
      <Switch
        label={t('dialog.reachesBack')}
        description={t('dialog.reachesBackHint')}
        checked={draft.reachesBack}
        onChange={(event) => onChange({ reachesBack: event.currentTarget.checked })}
      />
    </>
  )
}

type ChoicesProps = {
  chosen: GuardianRight[]
  suggested: readonly GuardianRight[]
  onChange: (rights: GuardianRight[]) => void
}

function RightChoices({ chosen, suggested, onChange }: ChoicesProps) {
  const { t } = useTranslation(['guardianInvitation', 'guardianRight'])
  const withRights = (more: readonly GuardianRight[]) =>
    guardianRights.filter((right) => chosen.includes(right) || more.includes(right))
  return (
    <fieldset className={classes.choices}>
      <legend>{t('dialog.rights')}</legend>
      {guardianRights.map((right) => (
        <Checkbox
          key={right}
          label={t(`guardianRight:name.${right}`)}
          description={suggested.includes(right) ? t('dialog.suggested') : undefined}
          checked={chosen.includes(right)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? withRights([right]) : chosen.filter((one) => one !== right))
          }
        />
      ))}
      {suggested.length > 0 && (
        <Button variant="light" size="xs" className={classes.invite} onClick={() => onChange(withRights(suggested))}>
          {t('dialog.tick')}
        </Button>
      )}
    </fieldset>
  )
}
