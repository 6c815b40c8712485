import type { ClientId } from '@attune/contract/common/ids'
import type { SentForm } from '@attune/contract/features/care/form/form.schemas'
import {
  IconBan,
  IconEye,
  IconEyeOff,
  IconMailForward,
  IconPencil,
  IconReplace,
  IconSignature,
  IconSignatureOff,
  IconWritingSign,
  IconX,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useFormRefusalText, useInvalidateForms } from '../use-forms.ts'

const PaperSignatureDialog = lazyNamed(() => import('./PaperSignatureDialog.tsx'), 'PaperSignatureDialog')
const SignLinkDialog = lazyNamed(() => import('./SignLinkDialog.tsx'), 'SignLinkDialog')
const SignHereDialog = lazyNamed(() => import('../here/SignHereDialog.tsx'), 'SignHereDialog')
const DiscardDialog = lazyNamed(() => import('../../../../ui/dialog/DiscardDialog.tsx'), 'DiscardDialog')

type Props = { client: { id: ClientId; name: string }; item: SentForm }
type Asked = 'sign' | 'link' | 'here' | 'remove' | 'withdraw' | null

/**
 * The actions for a sent form. A guardian can get a link to sign an open form, or sign it on this device. An open form can be replaced by a newer
 * version, recorded as signed on paper, or cancelled. A signature on paper can be corrected and removed, and its consent recorded as withdrawn. A
 * form for guardians can be kept from them.
 */
export function SentFormMenu({ client, item }: Props) {
  const { t } = useTranslation(['form', 'formPaper', 'signHere', 'signLink'])
  const [asked, setAsked] = useState<Asked>(null)
  const { replace, cancel, remove, withdraw, keep } = useSentFormMutations(client.id, item, () => setAsked(null))
  const { newerVersion, hasSignature, isConsent, paper, isKept, isForGuardians, state, method } = item
  const ofGuardians = isForGuardians ? [keepEntry(t, isKept, () => keep.mutate(!isKept))] : []
  const ofOpen = [
    ...(isForGuardians && !isKept ? signEntries(t, setAsked) : []),
    ...(hasSignature ? [{ label: t('formPaper:action'), icon: IconSignature, onClick: () => setAsked('sign') }] : []),
    ...(newerVersion === null ? [] : [replaceEntry(t, newerVersion, () => replace.mutate(newerVersion))]),
    ...ofGuardians,
    { label: t('cancel.action'), icon: IconX, danger: true, onClick: () => cancel.mutate() },
  ]
  const withdrawal = isConsent ? [withdrawEntry(t, () => setAsked('withdraw'))] : []
  const isByTicket = method === 'link' || method === 'practice'
  const ofPaper = [
    { label: t('formPaper:correct'), icon: IconPencil, onClick: () => setAsked('sign') },
    ...ofGuardians,
    ...withdrawal,
    { label: t('formPaper:remove'), icon: IconSignatureOff, danger: true, onClick: () => setAsked('remove') },
  ]
  const ofEnded = [...ofGuardians, ...(state === 'signed' && isByTicket ? withdrawal : [])]
  const items = state === 'open' ? ofOpen : state === 'signed' && paper ? ofPaper : ofEnded
  return (
    <>
      <ActionMenu label={t('more')} items={items} />
      {(asked === 'sign' || asked === 'here' || asked === 'link') && (
        <SignatureDialog way={asked} client={client} item={item} onClose={() => setAsked(null)} />
      )}
      {(asked === 'remove' || asked === 'withdraw') && (
        <DiscardDialog
          title={t(`formPaper:${asked}Title`)}
          text={t(`formPaper:${asked === 'withdraw' && !paper ? 'withdrawSigned' : asked}Text`, { name: client.name })}
          stay={t('back')}
          leave={t(`formPaper:${asked}`)}
          onStay={() => setAsked(null)}
          onLeave={() => (asked === 'remove' ? remove : withdraw).mutate()}
        />
      )}
    </>
  )
}

type MenuTexts = TFunction<['form', 'formPaper', 'signHere', 'signLink']>

/** The menu entries with which a guardian without an account can sign a form in Attune: on this device, or by a link. */
const signEntries = (t: MenuTexts, ask: (way: 'here' | 'link') => void) => [
  { label: t('signHere:action'), icon: IconWritingSign, onClick: () => ask('here') },
  { label: t('signLink:action'), icon: IconMailForward, onClick: () => ask('link') },
]

type DialogProps = Props & { way: 'sign' | 'here' | 'link'; onClose: () => void }

/** The dialog for a signature on paper, on this device, or by a link. */
function SignatureDialog({ way, ...props }: DialogProps) {
  if (way === 'sign') return <PaperSignatureDialog {...props} />
  return way === 'here' ? <SignHereDialog {...props} /> : <SignLinkDialog {...props} />
}

/** The entry that replaces an open form by a newer version. */
const replaceEntry = (t: MenuTexts, number: number, onClick: () => void) => ({
  label: t('replace.action', { number }),
  icon: IconReplace,
  onClick,
})

/** The entry that records the withdrawal of a consent that was signed without an account. */
const withdrawEntry = (t: MenuTexts, onClick: () => void) => ({
  label: t('formPaper:withdraw'),
  icon: IconBan,
  danger: true,
  onClick,
})

/** The entry that keeps a form from guardians, or shows it to them again. */
const keepEntry = (t: MenuTexts, isKept: boolean, onClick: () => void) => ({
  label: t(isKept ? 'guardian.show' : 'guardian.keep'),
  icon: isKept ? IconEye : IconEyeOff,
  onClick,
})

function useSentFormMutations(clientId: ClientId, { id, paper }: SentForm, onAnswered: () => void) {
  const { t } = useTranslation(['form', 'formPaper'])
  const changed = useInvalidateForms()
  const refusal = useFormRefusalText()
  const common = {
    onError: (error: unknown) => toast.error(refusal(error)),
    onSettled: () => {
      void changed()
      onAnswered()
    },
  }
  return {
    replace: useMutation({
      mutationFn: (version: number) => api.form.replace({ clientId, id, version }),
      onSuccess: () => toast.success(t('replace.done')),
      ...common,
    }),
    cancel: useMutation({
      mutationFn: () => api.form.cancel({ clientId, id }),
      onSuccess: () => toast.success(t('cancel.done')),
      ...common,
    }),
    keep: useMutation({
      mutationFn: (isKept: boolean) => api.form.keep({ clientId, id, isKept }),
      onSuccess: ({ isKept }) => toast.success(t(isKept ? 'guardian.keptDone' : 'guardian.shownDone')),
      ...common,
    }),
    remove: useMutation({
      mutationFn: () => api.form.removePaperSignature({ clientId, id, signatureId: paper?.id ?? '' }),
      onSuccess: () => toast.success(t('formPaper:removed')),
      ...common,
    }),
    withdraw: useMutation({
      mutationFn: () => api.form.withdrawOnPaper({ clientId, id }),
      onSuccess: () => toast.success(t('withdraw.done')),
      ...common,
    }),
  }
}
