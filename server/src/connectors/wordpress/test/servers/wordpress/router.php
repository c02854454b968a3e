<?php
// Stands for the rewrite rules of a web server: files are sent as they are, everything else goes to index.php.
$path = urldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
if ($path === '/tell' && hash_equals(getenv('WORDPRESS_SECRET'), $_SERVER['HTTP_X_SECRET'] ?? '')) {
    require __DIR__ . '/tell.php';
    return true;
}
if (str_starts_with($path, '/wp-content/uploads/')) {
    $file = realpath(getenv('WORDPRESS_CONTENT') . substr($path, strlen('/wp-content')));
    if ($file === false || !str_starts_with($file, getenv('WORDPRESS_CONTENT'))) {
        http_response_code(404);
        return true;
    }
    header('content-type: ' . mime_content_type($file));
    readfile($file);
    return true;
}
$root = getenv('WORDPRESS_ROOT');
if ($path !== '/' && is_file($root . $path)) return false;
if ($path !== '/' && is_file($root . rtrim($path, '/') . '/index.php')) return false;
$_SERVER['SCRIPT_NAME'] = '/index.php';
chdir($root);
require $root . '/index.php';
