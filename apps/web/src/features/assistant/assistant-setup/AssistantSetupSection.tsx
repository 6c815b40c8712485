import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import { Skeleton, Switch } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { AgreementRow } from './AgreementRow.tsx'
import classes from './assistant-setup.module.css'
import { AssistantLimitsRow, AssistantProviderRow, EndpointKeyRow, EndpointRow } from './AssistantSetupRows.tsx'
import { ConnectionRow } from './ConnectionRow.tsx'
import { ModelRow } from './ModelRow.tsx'
import { useAssistantChange, useAssistantSetup } from './use-assistant-setup.ts'

/** The setup of the assistant on the page of the API settings. */
export function AssistantSetupSection() {
  const { t } = useTranslation('assistantSetup')
  const read = useAssistantSetup()
  return (
    <Query of={read} pending={<Skeleton height={480} radius={14} />} failed={t('loadFailed')} again={t('again')} card>
      {(setup) => (
        <Section title={t('title')} hint={t('hint')} rows action={<PowerSwitch setup={setup} />}>
          <div className={classes.note}>
            <Callout kind="calm" icon={IconLock}>
              {t('nothingLeaves')}
            </Callout>
          </div>
          {setup.missing.length > 0 && (
            <CardRow>
              <p className={classes.missing}>
                {t('missing', { parts: setup.missing.map((part) => t(`part.${part}`)).join(', ') })}
              </p>
            </CardRow>
          )}
          <EndpointRow setup={setup} />
          <EndpointKeyRow setup={setup} />
          <ModelRow setup={setup} />
          <ConnectionRow setup={setup} />
          <AssistantProviderRow setup={setup} />
          <AgreementRow setup={setup} />
          <AssistantLimitsRow setup={setup} />
        </Section>
      )}
    </Query>
  )
}

function PowerSwitch({ setup: { isOn, missing, version } }: { setup: AssistantSetup }) {
  const { t } = useTranslation('assistantSetup')
  const save = useAssistantChange((wanted: boolean) =>
    wanted ? api.assistantSetup.switchOn({ version }) : api.assistantSetup.switchOff({}),
  )
  return (
    <Switch
      label={t(isOn ? 'enabled' : 'disabled')}
      aria-label={t('title')}
      labelPosition="left"
      checked={isOn}
      disabled={save.isPending || (!isOn && missing.length > 0)}
      onChange={(event) => save.mutate(event.currentTarget.checked, { onError: () => toast.error(t('notSaved')) })}
    />
  )
}
