<?php
// The settings of the WordPress of the tests, which start-wordpress.ts runs. Everything that differs is in the environment.
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', '127.0.0.1:' . getenv('WORDPRESS_DATABASE_PORT'));
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
    define($name . '_KEY', 'a key of the tests ' . $name);
    define($name . '_SALT', 'a salt of the tests ' . $name);
}
$table_prefix = 'wp_';
// Application passwords are allowed over plain HTTP.
define('WP_ENVIRONMENT_TYPE', 'local');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_DEBUG', false);
// A proxy of the tests stands before it under an address of its own.
$origin = 'http://' . ($_SERVER['HTTP_HOST'] ?? '127.0.0.1');
define('WP_HOME', $origin);
define('WP_SITEURL', $origin);
define('WP_CONTENT_DIR', getenv('WORDPRESS_CONTENT'));
define('WP_CONTENT_URL', $origin . '/wp-content');
if (!defined('ABSPATH')) define('ABSPATH', getenv('WORDPRESS_ROOT') . '/');
require_once ABSPATH . 'wp-settings.php';
