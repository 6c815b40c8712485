export { DiagnosisCodeField } from './DiagnosisCodeField.tsx'
export { NoCodeList } from './NoCodeList.tsx'
