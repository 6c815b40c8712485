import type { OwnBusiness } from '@attune/contract/features/billing/business/business'
import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/base/Callout.tsx'
import { DraftCallout } from '../../../ui/page/status/DraftCallout.tsx'
import { VersionConflict } from '../../../ui/editor/VersionConflict.tsx'
import { UnsavedChangesGuard } from '../../../ui/dialog/UnsavedChangesGuard.tsx'
import { BankSection } from './BankSection.tsx'
import { BusinessSection } from './BusinessSection.tsx'
import classes from './business.module.css'
import { InvoiceSection } from './InvoiceSection.tsx'
import { LogoSection } from './LogoSection.tsx'
import { PaymentsSection } from './PaymentsSection.tsx'
import { ReminderSection } from './ReminderSection.tsx'
import { TaxSection } from './TaxSection.tsx'
import { useBusinessForm } from './use-business-form.ts'

/** Edits the business settings: the business, its bank account, tax and texts, and whether payments are on. */
export function BusinessForm({ saved }: { saved: OwnBusiness }) {
  const { t } = useTranslation(['business', 'businessTax'])
  const { formDraft, fields, save, conflict, resolve, submit } = useBusinessForm(saved)
  const { dirty } = formDraft
  return (
    <div className={classes.form}>
      <PaymentsSection saved={saved} draft={fields.draft} dirty={dirty} />
      <form noValidate onSubmit={submit} className={classes.form}>
        <DraftCallout draft={formDraft} />
        <BusinessSection {...fields} />
        <BankSection {...fields} />
        {fields.draft.country !== null && <TaxSection {...fields} />}
        <InvoiceSection {...fields} saved={saved} />
        <ReminderSection {...fields} />
        <div className={classes.bar} data-dirty={dirty || undefined}>
          {conflict && (
            <VersionConflict mine={{ onChoose: () => resolve(true) }} theirs={{ onChoose: () => resolve(false) }} />
          )}
          {save.isError && !conflict && (
            <Callout kind="danger" urgent>
              {t('failed')}
            </Callout>
          )}
          <Group justify="flex-end" gap="sm">
            <Text size="sm" c="dimmed" role="status">
              {dirty && t('unsaved')}
            </Text>
            <Button type="submit" variant={dirty ? 'filled' : 'default'} loading={save.isPending}>
              {t('save')}
            </Button>
          </Group>
        </div>
        <UnsavedChangesGuard
          when={dirty && !save.isPending}
          title={t('leave.title')}
          text={t('leave.text')}
          stay={t('leave.stay')}
          leave={t('leave.go')}
          onLeave={() => formDraft.startOver()}
          lasting={formDraft.stored}
        />
      </form>
      <LogoSection logoSha={saved.logoSha} />
    </div>
  )
}
