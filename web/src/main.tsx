import './theme/styles';
import { createRoot } from 'react-dom/client';
import { whenSignedOut } from './api/client';
import { leaveForSignIn } from './api/sign-in';
import { App } from './app/App';
import { createQueryClient } from './app/query-client';
import { createConsoleRouter } from './app/router';
import { startLanguage } from './i18n/language';
import { preferences } from './preferences/preferences';

whenSignedOut(() => leaveForSignIn(window.location, window.sessionStorage));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const page = createRoot(root);

void startLanguage(preferences().language).then(() => {
  page.render(<App router={createConsoleRouter()} queries={createQueryClient()} />);
});
