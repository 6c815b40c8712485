package org.attune.app;

import android.os.Bundle;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    @Override
    public void onCreate(Bundle savedInstanceState) {
        registerPlugin(PrivacyPlugin.class);
        registerPlugin(PushPlugin.class);
        super.onCreate(savedInstanceState);
        // Until the web app has said whose account is open, nothing may be seen in the list of recent apps.
        PrivacyPlugin.protect(this, true);
    }
}
