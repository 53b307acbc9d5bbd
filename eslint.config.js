import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import vue from 'eslint-plugin-vue';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { floorsPlugin } from './.eslint/floors.js';

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      'out/',
      'dist/',
      '.cache/',
      'test-results/',
      'tests/fixtures/',
      // Vite writes its configuration here for a moment, while it starts.
      '**/*.config.ts.*.mjs',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  ...vue.configs['flat/recommended'],
  prettier,
  {
    plugins: { floors: floorsPlugin },
    languageOptions: { parserOptions: { parser: tseslint.parser } },
    rules: {
      'floors/imports': 'error',
      'floors/circles': 'error',
      'no-console': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'vue/multi-word-component-names': 'off',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/define-macros-order': 'error',
      'vue/no-v-html': 'error',
      'vue/require-default-prop': 'off',
    },
  },
  { files: ['src/**'], languageOptions: { globals: globals.browser } },
  {
    // One clock for page and main.
    files: ['src/**'],
    ignores: ['src/app/clock.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Ask timeNow() of src/app/clock.ts.' },
      ],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: globals.node },
  },
  {
    // The runtime and the demo's command line speak to a terminal.
    files: ['electron/runtime/**', 'electron/demo/cli.ts', 'tests/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // Files of tests in Node share modules: a hook of one would reach the first file alone.
    files: ['tests/{unit,contract,integration,mocked-main}/**/*.ts'],
    ignores: ['**/*.test.ts', 'tests/unit/src/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(Each|All)$/]',
          message: 'Export a function that registers the hook, and call it in each file of tests.',
        },
      ],
    },
  },
);
