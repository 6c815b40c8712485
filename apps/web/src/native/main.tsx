import '../ui/styles.ts'
import '../ui/native.css'
import { capacitorPort } from '../platform/native/capacitor-port.ts'
import { startNativeApp } from './start.tsx'

// Not awaited: plugins load parts of themselves, and those wait until this module has ended.
void startNativeApp(capacitorPort)
