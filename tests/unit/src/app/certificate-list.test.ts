import { vi, describe, expect, it } from 'vitest';
import CertificateList from '@/app/network/CertificateList.vue';
import { setLocale } from '@/i18n/i18n';
import { makeCertificate } from '../../../certificates/made-certificates';
import { axeFaults, control, render, settled, textOnPage, theOffice } from '../render';

async function answered(): Promise<void> {
  await vi.waitFor(async () => {
    await settled();
    expect(theOffice().main.ipc.underWay).toBe(0);
  });
  await settled();
}

async function press(name: string): Promise<void> {
  control(name, 'button').click();
  await answered();
}

describe('the certificates of an office', () => {
  it('come from a file, are told with their end, and are removed after a question', async () => {
    const { cert } = await makeCertificate({ name: 'Depot Root', authority: {} });
    await render(CertificateList, { office: { certificates: cert } });
    await press('Add from a file');
    expect(textOnPage()).toContain('Depot Root');
    expect(textOnPage()).toMatch(/Valid until .* · depot\.pem/);
    expect(textOnPage()).toMatch(/SHA-256 (..:){31}../);
    expect(await axeFaults()).toEqual([]);
    await press('Remove Depot Root');
    expect(textOnPage()).toContain('No longer trust “Depot Root”?');
    await press('Remove');
    expect(document.querySelector('li')).toBeNull();
  });

  it('are refused in a sentence where the file has none', async () => {
    await render(CertificateList, { office: { certificates: 'MIIB' } });
    await press('Add from a file');
    const alert = () => document.querySelector('[role=alert]')?.textContent;
    expect(alert()).toContain('The file has no certificates.');
    setLocale('pt-BR');
    await settled();
    expect(alert()).toContain('O arquivo não tem certificados.');
    setLocale('en');
  });

  it('change nothing where no file was chosen', async () => {
    await render(CertificateList, { office: {} });
    await press('Add from a file');
    expect(document.querySelector('[role=alert]')).toBeNull();
    expect(document.querySelector('li')).toBeNull();
  });
});
