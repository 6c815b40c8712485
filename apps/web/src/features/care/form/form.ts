/**
 * Public module of the feature `form`: the parts of a page on which a form is filled in or read, the tab of a client's profile with the forms sent
 * to the client, the dialog that sends one, and the choice of forms for a new client.
 */
export { DocumentsTab } from './sent/DocumentsTab.tsx'
export { SendFormDialog } from './sent/SendFormDialog.tsx'
export { LazyFillForm, LazyReadOnlyForm, LazySignedForm } from './fill/lazy-form.ts'
export { type FormAccess, FormAccessContext } from './fill/form-access.ts'
export { FormDownload } from './FormDownload.tsx'
export { SentFormBadge } from './SentFormBadge.tsx'
export { useFormTimes, useSubscribeToForms } from './use-forms.ts'
export { NewClientForms } from './sent/NewClientForms.tsx'
